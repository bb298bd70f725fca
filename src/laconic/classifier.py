"""TextClassifier: strings in, strings out. A thin door to pipeline, training, predict and store.

clf = TextClassifier().fit(texts, labels)
clf.predict(["arc welder"])            clf.save("jobs.laconic")
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from .choose import Asked, train_texts
from .data import Labels
from .errors import DataError, OptionError
from .events import Listener, silent
from .execute.threads import resolve_jobs
from .linear import method_named
from .model import LinearModel
from .pipeline import WeightingChoice, fit_texts
from .predict import Engine, Explanation, TopK, explain
from .store import open_model, save
from .text import TextOptions
from .training import Trained, TrainReport, TrainSpec, train_with_report

_Option = TypeVar("_Option")


class TextClassifier:
    """Learns which labels texts have. Options are checked when they are given; `fit` returns the classifier itself.

    `text` says which terms a text has: a preset such as "words", TextOptions, or "auto": `fit` looks at the texts and
    chooses these and whatever else is left None (`weighting`, C and `cut`), says so to `listen` and notes it in the
    model. With other `text` nothing is chosen: the weighting is sublinear tf-idf, C is 1 and the cut is the method's.
    `tolerance` is the duality gap, relative to the objective, at which a class is done; `cut` the size below which
    weights are dropped (0: keep all). `jobs` threads work together, 0 for all cores; the result stays the same.
    """

    def __init__(
        self,
        method: str = "l2",
        *,
        C: float | None = None,
        bias: float = 1.0,
        tolerance: float = 0.01,
        cut: float | None = None,
        text: TextOptions | str = "auto",
        weighting: WeightingChoice | None = None,
        seed: int = 0,
        jobs: int = 1,
        listen: Listener = silent,
    ) -> None:
        chosen = method_named(method)
        self.spec = TrainSpec(
            loss=chosen.loss,
            penalty=chosen.penalty(1.0 if C is None else C),
            solver=chosen.solver(tolerance=tolerance),
            bias=bias,
            cut=cut,
            seed=seed,
        )
        self.weighting = _of_type("weighting", weighting or WeightingChoice(), WeightingChoice)
        self.text: TextOptions | None = None  # to be chosen
        if text != "auto":
            self.text = _of_type("text", TextOptions.preset(text) if isinstance(text, str) else text, TextOptions)
        self.asked = _asked(weighting, C, cut)
        self.jobs = resolve_jobs(jobs)
        self.listen = listen
        self.report: TrainReport | None = None
        self._engine: Engine | None = None

    @classmethod
    def of(cls, model: LinearModel, *, jobs: int = 1, listen: Listener = silent) -> TextClassifier:
        """A classifier that answers from a model that is there already."""
        self = cls(jobs=jobs, listen=listen)
        self._engine = Engine(model, self.jobs, listen=listen)
        return self

    def fit(self, texts: Iterable[str], labels: Iterable[str | int | Sequence[str | int]]) -> TextClassifier:
        """Learns from texts with one label each, or a list of labels each."""
        trained = self._choose(texts, labels) if self.text is None else self._train(texts, labels)
        self.report = trained.report
        self._engine = Engine(trained.model, self.jobs, listen=self.listen)
        return self

    def _choose(self, texts: Iterable[str], labels: Iterable[str | int | Sequence[str | int]]) -> Trained:
        if isinstance(texts, str):
            raise DataError("one text was given where a list of texts is expected; put it into a list: [text]")
        rows, known = list(texts), Labels.of(labels)
        return train_texts(rows, known, self.asked, self.spec, jobs=self.jobs, listen=self.listen)

    def _train(self, texts: Iterable[str], labels: Iterable[str | int | Sequence[str | int]]) -> Trained:
        data = fit_texts(texts, labels, text=self.text, weighting=self.weighting, jobs=self.jobs, listen=self.listen)
        return train_with_report(data, self.spec, jobs=self.jobs, listen=self.listen)

    @property
    def engine(self) -> Engine:
        """What answers; there is none before `fit` or `load`."""
        if self._engine is None:
            raise DataError("this classifier has learned nothing yet; call fit(texts, labels), or laconic.load(path)")
        return self._engine

    @property
    def model(self) -> LinearModel:
        """The model that answers."""
        return self.engine.model

    def predict(self, texts: Iterable[str] | Any) -> list[str]:
        """The best label of each text; a model of vectors takes raw vectors, such as a scipy matrix of counts."""
        return [answers[0] for answers in self.predict_topk(texts, k=1).labels()]

    def predict_topk(self, texts: Iterable[str] | Any, k: int = 5) -> TopK:
        """The k best labels of each text (or raw vector), with their scores."""
        return self.engine.topk(self._rows(texts), k)

    def explain(self, text: str | Any, labels: int | Sequence[str] = 1, top: int = 10) -> tuple[Explanation, ...]:
        """Which terms of the text gave how much, for the best `labels` answers or for the labels named."""
        return explain(self.engine, self._rows([text] if isinstance(text, str) else text), labels=labels, top=top)

    def _rows(self, rows: Any) -> Any:
        """What the model scores: the engine takes matrices as weighted already, who calls here has raw ones."""
        pipeline = self.model.pipeline
        return rows if pipeline is None else pipeline.transform(rows, jobs=self.jobs)

    def save(self, path: str | Path) -> None:
        """Writes the model to one file, whole or not at all."""
        save(self.model, path)


def load(path: str | Path, *, jobs: int = 1, listen: Listener = silent) -> TextClassifier:
    """Opens a model file: mapped, so that it costs what is used of it."""
    return TextClassifier.of(open_model(path), jobs=jobs, listen=listen)


def _asked(weighting: WeightingChoice | None, C: float | None, cut: float | None) -> Asked:
    """What is given is no matter of choice; a weighting is given as a whole."""
    if weighting is None:
        return Asked(C=C, cut=cut)
    sublinear = weighting.sublinear if weighting.sublinear is not None else weighting.kind in ("auto", "tfidf")
    return Asked(kind=weighting.kind, sublinear=sublinear, idf_power=weighting.idf_power, C=C, cut=cut)


def _of_type(name: str, value: Any, kind: type[_Option]) -> _Option:
    if not isinstance(value, kind):
        raise OptionError(f"{name} is {value!r}; expected a {kind.__name__}")
    return value
