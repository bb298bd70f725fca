"""Training: laconic against scikit-learn's LinearSVC (LIBLINEAR), one-vs-rest squared hinge, L2, with a bias, C = 1.

    python benchmarks/train.py                             # the preset small: 1,139 classes, 4,463 rows
    python benchmarks/train.py --preset dmoz3000 --sample 30
    python benchmarks/train.py --data german-statutes --sample 30

CPU seconds of one job each, in one process and by turns; both sides get the same weighted rows. LIBLINEAR stops at
scikit-learn's own default (1e-4) and, in a second column of its own, at LIBLINEAR's (0.1); ours at its certificate.
With --sample N scikit-learn learns N classes of all, the others being one class "rest": its seconds are scaled up to
all classes, and it has no accuracy.
"""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import common
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.svm import LinearSVC

from laconic import datasets
from laconic.data import Dataset
from laconic.model import LinearModel
from laconic.pipeline import fit_dataset, read_dataset
from laconic.predict import Engine
from laconic.read import open_source
from laconic.sparse import Csr
from laconic.training import Trained, train_with_report

TARGET = 15  # times less CPU than LinearSVC, on small


@dataclass(frozen=True, slots=True)
class Task:
    """What is learned; the test rows may need the model, which knows how texts become rows."""

    name: str
    train: Dataset
    test: Callable[[LinearModel], Dataset]


def main() -> None:
    """Prints the machine, the data, a table, our certificate and the ratio beside its target."""
    options = parse_options()
    task = load(options.data, options.preset, options.seed)
    print(common.machine())
    rows, features = task.train.X.shape
    print(f"{task.name}: {task.train.Y.n_classes:,} classes, {rows:,} rows, {features:,} features\n")
    sides = common.by_turns(contenders(task.train, options.sample), options.repeats)
    scale = task.train.Y.n_classes / (options.sample + 1) if options.sample else 1.0
    report(task, sides, scale)


def parse_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="laconic against scikit-learn's LinearSVC")
    parser.add_argument("--preset", default="small", help="a preset of laconic.datasets.synthetic")
    parser.add_argument(
        "--data", help="a folder of real data with train.jsonl.xz and test.jsonl.xz, in place of a preset"
    )
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0, help="of the made-up data")
    parser.add_argument("--sample", type=int, default=0, help="let scikit-learn learn so many classes only")
    return parser.parse_args()


def load(folder: str | None, preset: str, seed: int) -> Task:
    """Real texts with laconic's default features, or made-up rows."""
    if folder is None:
        train, test = datasets.synthetic(preset, seed)
        return Task(preset, train, lambda model: test)
    files = common.shared_data(folder)
    train = fit_dataset(open_source(files / "train.jsonl.xz"))
    return Task(folder, train, lambda model: read_dataset(open_source(files / "test.jsonl.xz"), model))


def contenders(data: Dataset, sample: int) -> dict[str, Callable[[], Any]]:
    """Ours first. scikit-learn's rows are made beforehand, in the double precision it would convert them to."""
    rows, classes = as_scipy(data.X), sampled(data.Y.indices, sample)
    return {
        "laconic": lambda: train_with_report(data),
        "LinearSVC": lambda: fit_liblinear(rows, classes, tol=1e-4),
        "LinearSVC, tol 0.1": lambda: fit_liblinear(rows, classes, tol=0.1),
    }


def as_scipy(rows: Csr) -> csr_matrix:
    """The same rows as scikit-learn takes them."""
    return csr_matrix((rows.data.astype(np.float64), rows.indices, rows.indptr), shape=rows.shape)


def sampled(classes: NDArray[np.int32], sample: int) -> NDArray[np.int32]:
    """The class of each row, -1 for the rest where only some classes are learned."""
    if not sample:
        return classes
    chosen = np.random.Generator(np.random.PCG64(0)).choice(np.unique(classes), sample, replace=False)
    return np.where(np.isin(classes, chosen), classes, -1)


def fit_liblinear(rows: csr_matrix, classes: NDArray[np.int32], tol: float) -> LinearSVC:
    """Its own defaults otherwise: C = 1, squared hinge, a penalised bias, the dual solver."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # "failed to converge" is seen in its accuracy
        return LinearSVC(C=1.0, loss="squared_hinge", dual=True, tol=tol, random_state=0).fit(rows, classes)


def report(task: Task, sides: dict[str, common.Side], scale: float) -> None:
    """The table, the certificate, the ratio."""
    ours, trained = sides["laconic"], sides["laconic"].result
    test = task.test(trained.model)
    cpu = {name: side.cpu * (1 if side is ours else scale) for name, side in sides.items()}
    right = {name: right_answers(side.result, test, scale) for name, side in sides.items()}
    rows = [[name, cpu[name], share(right[name]), weights_of(side.result, scale)] for name, side in sides.items()]
    print(common.table(["", "CPU s", "accuracy", "weights"], rows))
    print(f"\nours: {trained.report.summary()}")
    if scale == 1:
        print(f"accuracy, laconic - LinearSVC: {difference(right['laconic'], right['LinearSVC'])}")
    ratio, loose = (common.ratio(sides[name], ours).times(scale) for name in ("LinearSVC", "LinearSVC, tol 0.1"))
    of_a_sample = " (scaled up from a sample)" if scale != 1 else ""
    print(f"LinearSVC / laconic, CPU: {ratio.verdict(TARGET) if task.name == 'small' else ratio}{of_a_sample}")
    print(f"LinearSVC, tol 0.1 / laconic, CPU: {loose}{of_a_sample}")


def right_answers(result: Trained | LinearSVC, test: Dataset, scale: float) -> NDArray[np.bool_]:
    """For each test row whether it is answered right (single labels); empty where only a sample was learned."""
    if isinstance(result, Trained):
        return np.equal(Engine(result.model).topk(test.X).indices[:, 0], test.Y.indices)
    return np.equal(result.predict(as_scipy(test.X)), test.Y.indices) if scale == 1 else np.zeros(0, np.bool_)


def share(right: NDArray[np.bool_]) -> float | str:
    """The accuracy."""
    return float(right.mean()) if len(right) else "-"


def difference(ours: NDArray[np.bool_], theirs: NDArray[np.bool_]) -> str:
    """In points, with the standard error of the mean of the differences row by row."""
    apart = 100.0 * (ours.astype(np.float64) - theirs)
    return f"{apart.mean():+.2f} points (standard error {apart.std() / len(apart) ** 0.5:.2f})"


def weights_of(result: Trained | LinearSVC, scale: float) -> int | str:
    """How many weights are not zero."""
    if isinstance(result, Trained):
        return result.model.weights.nnz
    return int(np.count_nonzero(result.coef_)) if scale == 1 else "-"


if __name__ == "__main__":
    main()
