"""Reports: the measures of a classifier with 12,294 classes on 35,000 rows, metrics.evaluate against scikit-learn's.

python benchmarks/bench_reports.py [--full]
"""

from __future__ import annotations

import warnings

import numpy as np
from common import by_turns, part, ratio
from sklearn.metrics import classification_report

from laconic.data import Labels
from laconic.metrics import Scores, evaluate
from laconic.names import Names
from laconic.predict import TopK

CLASSES, ROWS, REPEATS = 12_294, 35_000, 5


def main() -> None:
    """One line."""
    bench = part("reports", "Reports: CPU seconds of one over all classes")
    rng = np.random.default_rng(0)
    names = Names.of(f"class {k:06}" for k in range(CLASSES))
    chance = 1 / (np.arange(CLASSES) + 10.0)
    truth = rng.choice(CLASSES, ROWS, p=chance / chance.sum())
    said = np.where(rng.random(ROWS) < 0.5, truth, rng.choice(CLASSES, ROWS)).astype(np.int32)
    labels = Labels(names, truth.astype(np.int32), np.arange(ROWS + 1))
    top = TopK(said[:, None], np.zeros((ROWS, 1), np.float32), names)

    def theirs() -> dict[str, dict[str, float]]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return classification_report(truth, said, labels=np.arange(CLASSES), output_dict=True, zero_division=0)

    def ours() -> Scores:
        found = evaluate(labels, top)
        list(found.classes.records())
        return found

    sides = by_turns({"scikit-learn": theirs, "laconic": ours}, REPEATS)
    their, mine = sides["scikit-learn"], sides["laconic"]
    f1 = f"macro-F1 {mine.result.macro_f1:.6f} against {their.result['macro avg']['f1-score']:.6f}"
    bench.add("classification_report", mine.cpu, their.cpu, ratio(their, mine), remark=f1)
    bench.note(f"{CLASSES:,} classes, {ROWS:,} rows, one record a class included.")
    bench.close()


if __name__ == "__main__":
    main()
