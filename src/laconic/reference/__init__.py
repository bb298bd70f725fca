"""Slow, readable twins of the kernels, for tests and docs; nothing in the product imports them."""
