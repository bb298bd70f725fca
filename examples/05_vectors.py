"""Vectors in place of texts: any sparse matrix, or a table of numbers, with a name for each row's label.

python examples/05_vectors.py
"""

import numpy as np

from laconic import train
from laconic.pipeline import fit_vectors
from laconic.predict import Engine, explain

rng = np.random.default_rng(0)
labels = ["red", "green", "blue"] * 40
table = rng.random((120, 6)) * (rng.random((120, 6)) < 0.5)
for row, label in enumerate(labels):
    table[row, ["red", "green", "blue"].index(label)] += 1  # the first three features tell

model = train(fit_vectors(table, labels))
top = Engine(model).topk(table[:3], k=2)
print(top.labels(), top.scores.round(2).tolist())

(why,) = explain(model, table[:1])
for term in why.terms:
    print(f"feature {term.name} gave {term.share:+.3f} to {why.label}")
