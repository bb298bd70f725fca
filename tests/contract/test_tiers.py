"""The house rules of ARCHITECTURE.md, read off the imports of src/laconic: who may import whom, and what nobody may.

Imports under `if TYPE_CHECKING:` count like any other: a type of a higher tier is knowledge of a higher tier.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "laconic"

TIERS = [
    {"errors", "mapped", "events", "names", "sparse", "kernels", "_kernels"},
    {"data", "metrics", "linear", "execute"},
    {"read", "text", "weighting", "groups", "datasets"},
    {"model", "pipeline", "store"},
    {"predict", "evaluate"},
    {"training", "refine", "neighbors", "choose"},
    {"classifier", "estimators"},
    {"cli", "serve"},
]
TIER_OF = {part: number for number, parts in enumerate(TIERS, start=1) for part in parts}

# (importer, imported) inside one tier, each with its reason. Modules of one folder may import one another freely.
WITHIN_A_TIER = {
    ("sparse", "_kernels"): "a Csr is checked and transposed natively",
    ("sparse", "errors"): "an unsound matrix is a DataError",
    ("datasets", "weighting"): "made-up counts get the tf-idf of real ones",
    ("kernels", "_kernels"): "the choice of an instruction set is told to the native core",
    ("kernels", "errors"): "a kernel this CPU lacks is an OptionError",
    ("metrics", "data"): "the truth is a Labels",
    ("evaluate", "predict"): "the engine answers what is measured",
    ("model", "pipeline"): "a model carries the pipeline that makes its rows",
    ("choose", "refine"): "terms that got no weight leave the vocabulary",
    ("choose", "training"): "candidates are trained on a sample, and the chosen one on everything",
    ("pipeline", "model"): "read_dataset applies the pipeline of a model, and numbers classes as it does",
    ("store", "model"): "the file holds a model",
    ("store", "pipeline"): "and the pipeline inside it",
}
# What stands outside the tiers, with what it may import of the package ("*" is anything).
OUTSIDE = {
    "__init__": "the lazy names of every tier",
    "__main__": "python -m laconic is the command line",
    "reference": "slow twins, for tests and docs",
}
ONLY_IN = {
    "sklearn": {"estimators"},
    "scipy": {"estimators"},
    "ray": {"execute/ray"},
    "matplotlib": {"evaluate/plots"},
    "rich": {"cli"},
    "click": {"cli"},
    "simple_icd_10_cm": {"datasets"},
}
FORBIDDEN = {"pickle", "cPickle", "dill", "cloudpickle", "joblib", "shelve", "marshal", "torch", "numba"}


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def part_of(path: Path) -> str:
    """The name in the tier table: a top-level module's stem, or the folder below laconic."""
    inner = path.relative_to(SOURCE)
    return inner.parts[0] if len(inner.parts) > 1 else inner.stem


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """(line, absolute module name) of every import statement, wherever it stands in the file."""
    package = ["laconic", *path.relative_to(SOURCE).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            stem = ".".join([*base, *([node.module] if node.module else [])])
            yield node.lineno, stem
            yield from ((node.lineno, f"{stem}.{alias.name}") for alias in node.names)


def own_parts(path: Path) -> set[str]:
    """The parts of laconic this file imports."""
    names = (name.split(".") for _, name in imports(path))
    known = set(TIER_OF) | set(OUTSIDE)
    return {name[1] for name in names if name[0] == "laconic" and len(name) > 1 and name[1] in known}


def foreign(path: Path) -> set[str]:
    return {name.split(".")[0] for _, name in imports(path)} - {"laconic"}


def test_every_module_has_its_place_in_the_tiers() -> None:
    homeless = {part_of(path) for path in modules()} - set(TIER_OF) - set(OUTSIDE)
    assert not homeless, f"give {sorted(homeless)} a tier in tests/contract/test_tiers.py and in ARCHITECTURE.md"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_tier_imports_only_lower_tiers(path: Path) -> None:
    part = part_of(path)
    for other in own_parts(path) - {part} if part in TIER_OF else []:
        assert other in TIER_OF, f"{path.name} imports laconic.{other}, which the product must not use"
        if (part, other) in WITHIN_A_TIER:
            assert TIER_OF[other] == TIER_OF[part], f"({part}, {other}) is listed but not inside one tier"
            continue
        assert TIER_OF[other] < TIER_OF[part], (
            f"{part} (tier {TIER_OF[part]}) imports {other} (tier {TIER_OF[other]}): move what is needed down, or list"
            " the pair with its reason if both stand in one tier"
        )


def test_the_listed_exceptions_are_still_used() -> None:
    used = {(part_of(path), other) for path in modules() for other in own_parts(path)}
    assert not set(WITHIN_A_TIER) - used, "remove what is no longer imported"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_foreign_packages_stay_in_their_one_place_and_nobody_pickles(path: Path) -> None:
    place = path.relative_to(SOURCE).with_suffix("").as_posix()
    for package in foreign(path):
        assert package not in FORBIDDEN, f"{place} imports {package}"
        homes = ONLY_IN.get(package, {place})
        assert any(place == home or place.startswith(f"{home}/") for home in homes), (
            f"{place} imports {package}, which only {sorted(homes)} may"
        )


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_nobody_prints_outside_the_command_line(path: Path) -> None:
    if part_of(path) in ("cli", "__main__"):
        return
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id != "print", f"{path.name}:{node.lineno} prints; send an event instead"


def test_the_walk_sees_relative_and_nested_imports(tmp_path: Path) -> None:
    """The guard itself: an upward import hidden inside a function of a nested module is found."""
    nested = SOURCE / "read" / "nowhere.py"
    source = "def f():\n    from ..train import run\n    from .. import refine\n    import laconic.cli.train\n"
    names = {name for _, name in imports_of_text(source, nested)}
    assert {"laconic.train", "laconic.refine", "laconic.cli.train"} <= names


def imports_of_text(source: str, path: Path) -> list[tuple[int, str]]:
    class Text(type(path)):  # type: ignore[misc]
        def read_text(self, *args: object, **kwargs: object) -> str:
            return source

    return list(imports(Text(path)))
