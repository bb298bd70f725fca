"""Smaller and smaller: the same model with fewer weights, and what that costs.

python examples/04_smaller.py
"""

from laconic import train
from laconic.data import Labels
from laconic.datasets import tiny
from laconic.metrics import evaluate
from laconic.pipeline import fit_texts
from laconic.predict import Engine
from laconic.refine import threshold

jobs = tiny()
full = train(fit_texts(jobs.train_texts, jobs.train_labels))
truth = Labels.of(jobs.test_labels)

for share in (1.0, 0.5, 0.2, 0.1, 0.05):
    model = threshold(share=share)(full)  # a new model; `full` stays as it is
    scores = evaluate(truth, Engine(model).topk(jobs.test_texts))
    print(f"{model.nnz:5} weights, accuracy {scores.accuracy:.3f}, macro-F1 {scores.macro_f1:.3f}")
print(model.provenance.steps)  # what was done to a model is kept in it
