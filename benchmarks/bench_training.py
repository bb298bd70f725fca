"""Training, one-vs-rest squared hinge with L2, C = 1: against LIBLINEAR, scikit-learn and PECOS; then threads, memory.

    python benchmarks/bench_training.py [--full] [--set NAME]

Both sides get the same weighted rows and one thread; CPU seconds of training alone, by turns. LIBLINEAR and PECOS learn
a fixed uniform sample of the classes of larger sets, and their time is multiplied by (classes / sample): such lines say
"scaled". Our tolerance is the loosest of a ladder at which the mean objective of those same classes, recomputed in
float64 for both, is no worse than LIBLINEAR's at its own -e 0.1. Ours learns all classes, but on `large` without a bias
1,024 of them, its start counted once.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import tasks
from common import Part, Ratio, Run, Side, Timed, by_turns, measure, ratio
from environment import WAY_OUT, has_liblinear, pecos_python
from numpy.typing import NDArray
from peer_liblinear import Liblinear, as_scipy, objectives, of_model
from peer_pecos import Pecos
from tasks import Task

from laconic import TrainSpec
from laconic.data import Dataset
from laconic.linear import DualActiveSet
from laconic.training import Trained, train_with_report

LADDER = (1e-2, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4, 5e-5, 2e-5, 1e-5)


@dataclass(frozen=True, slots=True)
class Match:
    """One comparison with LIBLINEAR: which set, with a bias or not, how many classes it learns, the target.

    `part` is how many classes ours learns where that is not all.
    """

    data: str
    bias: bool
    sample: int
    target: float | None
    repeats: int = 3
    part: int | None = None


QUICK = (
    Match("small", True, 64, None),
    Match("small", False, 64, None),
    Match("20newsgroups", True, 20, 1.0),
    Match("20newsgroups", False, 20, 1.0),
)
LONG = (
    Match("dmoz3000", True, 16, None, 2),
    Match("dmoz3000", False, 16, None, 2),
    Match("german-statutes", True, 16, None, 2),
    Match("german-statutes", False, 16, None, 2),
    Match("large", True, 16, 30.0, 1),
    Match("large", False, 16, 15.0, 1, part=1024),
)


@dataclass(frozen=True, slots=True)
class PecosMatch:
    """PECOS prunes at 0.1; so does ours here, for the same size. `sample` None: it learns all classes."""

    data: str
    sample: int | None
    target: float | None
    quoted: str = ""


PECOS_QUICK = (PecosMatch("20newsgroups", None, None), PecosMatch("small", None, None))
PECOS_LONG = (
    PecosMatch("german-statutes", 64, 40.0, "stored figure, not measured here: 505 CPU s, accuracy .618, 1,033,653"),
    PecosMatch("dmoz3000", 64, 25.0, "stored figure, not measured here: 206 CPU s, accuracy .610, 1,220,765"),
)


def options() -> argparse.Namespace:
    """Which runs."""
    sets = [match.data for match in QUICK + LONG]
    parser = argparse.ArgumentParser(description="Training against its peers.")
    parser.add_argument("--full", action="store_true", help="the long runs too: an hour")
    parser.add_argument("--set", choices=list(dict.fromkeys(sets)), help="this set alone, into a file of its own")
    return parser.parse_args()


def main() -> None:
    """All lines, set by set, so that each is loaded once."""
    asked = options()
    name = f"training-{asked.set}" if asked.set else "training"
    bench = Part(name, "Training, CPU seconds of one thread", asked.full)
    wanted = [match for match in QUICK + (LONG if asked.full else ()) if asked.set in (None, match.data)]
    pecos = PECOS_QUICK + (PECOS_LONG if asked.full else ())
    if not has_liblinear():
        bench.absent("liblinear-official", WAY_OUT)
    if pecos_python() is None:
        bench.absent("PECOS", f"{WAY_OUT}, or LACONIC_PECOS_PYTHON")
    for name in dict.fromkeys(match.data for match in wanted):
        if not tasks.is_there(name):
            bench.note(f"Skipped: {name}; set LACONIC_DATA to the folder of real data.")
            continue
        task = tasks.load(name)
        bench.note(f"{task}.")
        for match in (m for m in wanted if m.data == name and has_liblinear()):
            against_liblinear(bench, task, match)
        for other in (p for p in pecos if p.data == name and pecos_python()):
            against_pecos(bench, task, other)
        if name == "small":
            against_sklearn(bench, task)
            memory(bench, name)
        if name in (("small", "dmoz3000") if bench.full else ("small",)):
            threads(bench, task)
    bench.note(
        "LIBLINEAR: package liblinear-official, -s 1 -e 0.1, and -B 1 where there is a bias; its C function `train`"
        " alone is on the clock. P is the mean objective of the sampled classes, float64 sums over both sides' weights."
    )
    bench.close()


def spec(bias: bool, tolerance: float, cut: float | None = None) -> TrainSpec:
    """C = 1."""
    return TrainSpec(solver=DualActiveSet(tolerance=tolerance), bias=1.0 if bias else 0.0, cut=cut)


def against_liblinear(bench: Part, task: Task, match: Match) -> None:
    """Finds our tolerance, then times both."""
    classes = tasks.sample_classes(task.train, match.sample)
    theirs = Liblinear(task.train, classes, match.bias)
    their_mean = float(objectives(task.train, classes, theirs.train().result).mean())
    tolerance, our_mean = loosest(task.train, classes, match.bias, their_mean)
    sides = by_turns(
        {
            "LIBLINEAR": theirs.train,
            "ours": lambda: ours(task.train, match, tolerance),
        },
        match.repeats if bench.full else 2,
    )
    scale = task.train.Y.n_classes / len(classes)
    scaled = f", theirs scaled from {len(classes)} classes" if scale > 1 else ""
    scaled += f", ours from {match.part:,}" if match.part else ""
    bench.add(
        f"{task.name}, {'bias' if match.bias else 'no bias'}: LIBLINEAR",
        f"{sides['ours'].cpu:.3g} s",
        f"{sides['LIBLINEAR'].cpu * scale:.3g} s",
        ratio(sides["LIBLINEAR"], sides["ours"]).times(scale),
        match.target,
        f"mean P {our_mean:.5f} against {their_mean:.5f}, our tolerance {tolerance:g}{scaled}",
    )


def ours(data: Dataset, match: Match, tolerance: float) -> Timed:
    """All classes; or a part of them, what is done once (measured with one class) counted once and the rest scaled."""
    asked = spec(match.bias, tolerance)
    if match.part is None:
        run, _ = measure(lambda: train_with_report(data, asked).report.certified)
        return Timed(run, None)
    one, some = (tasks.only(data, tasks.sample_classes(data, size)) for size in (1, match.part))
    once, _ = measure(lambda: train_with_report(one, asked).report.certified)
    run, _ = measure(lambda: train_with_report(some, asked).report.certified)
    scale = (data.Y.n_classes - 1) / (match.part - 1)
    return Timed(Run(once.cpu + scale * (run.cpu - once.cpu), once.wall + scale * (run.wall - once.wall)), None)


def loosest(data: Dataset, classes: NDArray[np.int64], bias: bool, bound: float) -> tuple[float, float]:
    """The loosest tolerance whose mean objective over these classes is at most `bound`, and that mean."""
    sample, mean = tasks.only(data, classes), np.inf
    for tolerance in LADDER:
        trained = train_with_report(sample, spec(bias, tolerance, cut=0))
        mean = float(objectives(data, classes, of_model(trained.model)).mean())
        if mean <= bound:
            break
    return tolerance, mean


def against_pecos(bench: Part, task: Task, match: PecosMatch) -> None:
    """At its pruning, 0.1; accuracy of both where it learns all classes."""
    classes = tasks.sample_classes(task.train, match.sample or task.train.Y.n_classes)
    once = train_with_report(task.train, spec(True, 0.01, cut=0.1))
    test = task.test(once.model)
    python = pecos_python()
    assert python is not None
    labels = tasks.label_matrix(tasks.only(task.train, classes))
    theirs = Pecos(python, as_scipy(task.train), labels, None if match.sample else as_scipy(test))
    sides = by_turns(
        {"PECOS": theirs.train, "ours": lambda: train_with_report(task.train, spec(True, 0.01, cut=0.1))},
        1 if match.sample else 2,
    )
    scale = task.train.Y.n_classes / len(classes)
    bench.add(
        f"{task.name}, cut 0.1: PECOS one-vs-all",
        f"{sides['ours'].cpu:.3g} s",
        f"{sides['PECOS'].cpu * scale:.3g} s",
        ratio(sides["PECOS"], sides["ours"]).times(scale),
        match.target,
        pecos_remark(sides, test, scale, match),
    )


def pecos_remark(sides: dict[str, Side], test: Dataset, scale: float, match: PecosMatch) -> str:
    """Accuracy and weights of both."""
    ours: Trained = sides["ours"].result
    theirs = sides["PECOS"].result
    mine = f"accuracy {tasks.accuracy(ours.model, test):.4f}, {ours.model.weights.nnz:,} weights"
    if match.sample:
        scaled = f"PECOS scaled from {match.sample} classes, {int(theirs['weights'] * scale):,} weights"
        return f"{mine}; {scaled} ({match.quoted})"
    answers = np.asarray(theirs["answers"])
    return f"{mine} against {np.equal(answers, test.Y.indices).mean():.4f}, {theirs['weights']:,}"


def against_sklearn(bench: Part, task: Task) -> None:
    """LinearSVC stopped at its own default (1e-4) on all classes."""
    from sklearn.svm import LinearSVC

    warnings.simplefilter("ignore")  # "failed to converge" is seen in its accuracy
    rows, y = as_scipy(task.train), task.train.Y.indices
    sides = by_turns(
        {
            "LinearSVC": lambda: LinearSVC(C=1.0, dual=True, random_state=0).fit(rows, y),
            "ours": lambda: train_with_report(task.train),
        },
        3 if bench.full else 1,
    )
    model, test = sides["ours"].result.model, task.test(sides["ours"].result.model)
    theirs = float(np.equal(sides["LinearSVC"].result.predict(as_scipy(test)), test.Y.indices).mean())
    bench.add(
        f"{task.name}, bias: scikit-learn LinearSVC",
        f"{sides['ours'].cpu:.3g} s",
        f"{sides['LinearSVC'].cpu:.3g} s",
        ratio(sides["LinearSVC"], sides["ours"]),
        15.0,
        f"accuracy {tasks.accuracy(model, test):.4f} against {theirs:.4f}, each at its own defaults",
    )


def threads(bench: Part, task: Task) -> None:
    """Two threads against one, on the clock."""
    sides = by_turns(
        {
            "-j 1": lambda: train_with_report(task.train, jobs=1).report.certified,
            "-j 2": lambda: train_with_report(task.train, jobs=2).report.certified,
        },
        3 if bench.full else 5,
    )
    found: Ratio = ratio(sides["-j 1"], sides["-j 2"], "wall")
    bench.add(
        f"{task.name}: -j 2, seconds on the clock",
        f"{sides['-j 2'].wall:.3g} s",
        f"-j 1: {sides['-j 1'].wall:.3g} s",
        found,
        1.8,
        f"CPU {sides['-j 1'].cpu:.3g} s and {sides['-j 2'].cpu:.3g} s; the target is for two idle cores",
    )


MEMORY = """
import json, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import tasks
from laconic.training import train
def status(name):
    line = next(l for l in Path("/proc/self/status").read_text().splitlines() if l.startswith(name))
    return int(line.split()[1]) * 1024
data = tasks.load(sys.argv[2]).train
Path("/proc/self/clear_refs").write_text("5")  # the peak starts anew
before = status("VmRSS")
model = train(data)
w = model.weights
result = w.data.nbytes + w.indices.nbytes + w.indptr.nbytes + model.bias.nbytes
print(json.dumps({"over": status("VmHWM") - before, "result": result, "data": data.X.data.nbytes * 2}))
"""


def memory(bench: Part, name: str) -> None:
    """Peak resident memory of training over what was there before it, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", MEMORY, str(Path(__file__).parent), name], capture_output=True, text=True, check=True
    )
    said = json.loads(done.stdout)
    bench.add(
        f"{name}: peak memory of training over the data",
        f"{said['over'] / 1e6:.1f} MB",
        f"{said['result'] / 1e6:.1f} MB",
        None,
        None,
        f"beside: the size of the result; the rows are {said['data'] / 1e6:.1f} MB",
    )


if __name__ == "__main__":
    main()
