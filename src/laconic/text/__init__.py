"""From texts to counts: tokens, terms, the vocabulary."""
