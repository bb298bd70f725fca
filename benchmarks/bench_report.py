"""The report of a classifier, 12,294 classes and 35,000 rows: metrics.evaluate against scikit-learn's report.

Run: python benchmarks/bench_report.py
"""

from __future__ import annotations

import warnings

import numpy as np
from common import by_turns, machine, ratio, table
from sklearn.metrics import classification_report

from laconic.data import Labels
from laconic.metrics import Scores, evaluate
from laconic.names import Names
from laconic.predict import TopK

CLASSES, ROWS, REPEATS = 12_294, 35_000, 5


def main() -> None:
    """Prints the table."""
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
    macro_f1 = {
        "scikit-learn": sides["scikit-learn"].result["macro avg"]["f1-score"],
        "laconic": sides["laconic"].result.macro_f1,
    }
    print(machine())
    print(f"{CLASSES:,} classes, {ROWS:,} rows, one record a class included")
    rows = [(name, side.cpu, side.wall, f"{macro_f1[name]:.6f}") for name, side in sides.items()]
    print(table(["report by", "CPU s", "wall s", "macro-F1"], rows))
    print(f"ratio: {ratio(sides['scikit-learn'], sides['laconic'])}")


if __name__ == "__main__":
    main()
