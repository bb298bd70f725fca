"""What to learn, said in the library's words, and the solver's certificate for every class.

python examples/03_certificate.py
"""

from laconic import L2, TrainSpec
from laconic.datasets import tiny
from laconic.linear import DualActiveSet
from laconic.pipeline import WeightingChoice, fit_texts
from laconic.text import TextOptions
from laconic.training import train_with_report

jobs = tiny()
data = fit_texts(
    jobs.train_texts,
    jobs.train_labels,
    text=TextOptions(ngrams=2, prefixes=(3, 7)),  # words, pairs of words, prefixes of words
    weighting=WeightingChoice(idf_power=0.5),  # flat, for short texts
)
spec = TrainSpec(loss="squared_hinge", penalty=L2(C=2.0), solver=DualActiveSet(tolerance=0.001))
trained = train_with_report(data, spec)

print(trained.report.summary())
for label, gap, objective in zip(data.Y.names, trained.report.gap, trained.report.objective, strict=True):
    assert gap <= 0.001 * objective  # the weights found cost at most this much more than the best there are
    print(f"{label:12} objective {objective:.4f}, at most {gap:.1e} above the best")
