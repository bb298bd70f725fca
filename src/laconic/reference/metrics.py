"""Twin of metrics.py: every measure from Python sets, one row and one class at a time, as the definitions read."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, log2, pow


def f1_of(truth: Sequence[set[str]], predicted: Sequence[set[str]], classes: set[str]) -> dict[str, float]:
    """accuracy over whole sets, micro_f1, macro_f1, maf over rows that have labels."""
    rows = [(t, p) for t, p in zip(truth, predicted, strict=True) if t]
    f1, precision, recall, sums = [], [], [], [0, 0, 0]
    for label in classes:
        tp = sum(label in t and label in p for t, p in rows)
        met, said = sum(label in t for t, _ in rows), sum(label in p for _, p in rows)
        precision.append(tp / said if said else 0.0)
        recall.append(tp / met if met else 0.0)
        f1.append(2 * tp / (met + said) if met + said else 0.0)
        sums = [sums[0] + tp, sums[1] + met, sums[2] + said]
    macro_p, macro_r = sum(precision) / len(classes), sum(recall) / len(classes)
    return {
        "subset_accuracy": sum(t == p for t, p in rows) / len(rows),
        "micro_f1": 2 * sums[0] / (sums[1] + sums[2]),
        "macro_f1": sum(f1) / len(classes),
        "maf": 2 * macro_p * macro_r / (macro_p + macro_r) if macro_p + macro_r else 0.0,
    }


def precision_at(truth: Sequence[set[str]], answers: Sequence[Sequence[str]], k: int) -> float:
    """Mean share of the first k answers that are labels of the row."""
    rows = [(t, a) for t, a in zip(truth, answers, strict=True) if t]
    return sum(len(t & set(a[:k])) / k for t, a in rows) / len(rows)


def ndcg_at(truth: Sequence[set[str]], answers: Sequence[Sequence[str]], k: int) -> float:
    """Mean of the discounted gain of the first k answers over that of a perfect order."""
    rows = [(t, a) for t, a in zip(truth, answers, strict=True) if t]
    total = 0.0
    for t, a in rows:
        gain = sum(1 / log2(place + 2) for place, label in enumerate(a[:k]) if label in t)
        total += gain / sum(1 / log2(place + 2) for place in range(min(k, len(t))))
    return total / len(rows)


def psp_at(
    truth: Sequence[set[str]], answers: Sequence[Sequence[str]], counts: dict[str, int], n_rows: int, k: int
) -> float:
    """Inverse propensities of the hits among the first k answers, over the most that k answers could reach."""
    c = (log(n_rows) - 1) * pow(2.5, 0.55)

    def inverse(label: str) -> float:
        return 1 + c * pow(counts.get(label, 0) + 1.5, -0.55)

    rows = [(t, a) for t, a in zip(truth, answers, strict=True) if t]
    reached = sum(inverse(label) for t, a in rows for label in a[:k] if label in t)
    return reached / sum(sum(sorted(map(inverse, t), reverse=True)[:k]) for t, _ in rows)
