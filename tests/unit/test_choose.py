"""Choosing by a look at the data: the same choice every time, options win, small and odd data, bounded work."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest

import laconic
from laconic.choose import Asked, choose, train_texts
from laconic.choose.sample import CHARACTERS, LEAST_ROWS, MOST_CLASSES, ROWS, SHORTENED, draw
from laconic.choose.search import MOST_TRIALS, Task, cut_of, search
from laconic.choose.trial import CUTS, Bench, hits, parts_of
from laconic.data import Labels
from laconic.errors import DataError, OptionError
from laconic.events import Event, Notice
from laconic.names import Names
from laconic.text import TextOptions
from laconic.training import TrainSpec

STEMS = ["weld", "nurs", "plumb", "teach", "bak", "driv", "paint", "farm", "print", "sail"]
ENDS = ["ing", "er", "ers", "ery", "ed", "able", "ist", "al"]


def made(n: int = 600, classes: int = 10, seed: int = 0) -> tuple[list[str], Labels]:
    """Texts in which the stem tells the class and the ending is new each time: prefixes help."""
    draws = random.Random(seed)
    numbers = [i % classes for i in range(n)]
    stems = [STEMS[k % 10] + "abcdefghijklmnop"[k // 10] for k in range(classes)]
    texts = [
        f"{draws.choice(['the', 'a'])} {stems[k]}{draws.choice(ENDS)}{draws.randrange(99)} nr {draws.randrange(50)}"
        for k in numbers
    ]
    return texts, Labels.of(f"c{k}" for k in numbers)


@pytest.fixture(scope="module")
def data() -> tuple[list[str], Labels]:
    return made()


def test_the_choice_is_the_same_for_any_number_of_jobs(data) -> None:
    first, again, threads = (choose(*data, jobs=jobs) for jobs in (1, 1, 3))
    assert first == again == threads
    assert first.record["by"] == "held-out accuracy"


def test_prefixes_are_chosen_where_words_are_new_and_stems_are_not(data) -> None:
    choice = choose(*data)
    assert choice.text.prefixes == (3, 7)
    assert choice.record["right"] > choice.record["right_words"]


def test_the_choice_is_told_in_one_line_and_noted_in_the_model(data) -> None:
    told: list[Event] = []
    model = train_texts(*data, listen=told.append).model
    notices = [event.message for event in told if isinstance(event, Notice)]
    (line,) = [message for message in notices if message.startswith("chosen on")]
    assert "\n" not in line
    chosen = model.provenance.spec["chosen"]
    assert isinstance(chosen, dict)
    assert {"text", "sublinear", "idf_power", "C", "cut", "held_out", "right", "trials"} <= set(chosen)
    assert str(chosen["text"]) in line
    assert model.provenance.spec["cut"] == chosen["cut"]
    assert model.pipeline is not None
    assert model.pipeline.weighting.idf_power == chosen["idf_power"]


def test_what_is_asked_for_is_taken_and_not_told_as_chosen(data) -> None:
    asked = Asked(TextOptions(ngrams=3, min_df=1), sublinear=False, idf_power=0.25, C=7.0, cut=0.4)
    choice = choose(*data, asked)
    assert (choice.text, choice.C, choice.cut) == (asked.text, 7.0, 0.4)
    assert (choice.weighting.sublinear, choice.weighting.idf_power) == (False, 0.25)
    assert not {"text", "sublinear", "idf_power", "C", "cut"} & set(choice.record)
    assert choice.record["trials"] == 1  # nothing was compared


@pytest.mark.parametrize("asked", [{"C": 3.0}, {"cut": 0.0}, {"idf_power": 0.0}, {"sublinear": False}])
def test_one_option_switches_off_its_own_part_only(data, asked) -> None:
    choice = choose(*data, Asked(**asked))
    given = {"C": choice.C, "cut": choice.cut, "idf_power": choice.weighting.idf_power}
    given["sublinear"] = choice.weighting.sublinear
    assert all(given[name] == value for name, value in asked.items())
    assert set(choice.record) & {"text", "C", "cut", "idf_power", "sublinear"} == {
        "text",
        "C",
        "cut",
        "idf_power",
        "sublinear",
    } - set(asked)


def test_options_common_to_all_candidates_are_in_the_chosen_one(data) -> None:
    choice = choose(*data, Asked(common=TextOptions(min_df=3, stop_words=("the",), strip_accents=True)))
    assert (choice.text.min_df, choice.text.stop_words, choice.text.strip_accents) == (3, ("the",), True)


def test_a_weighting_without_options_leaves_only_the_rest_to_choose(data) -> None:
    choice = choose(*data, Asked(kind="binary"))
    assert choice.weighting.kind == "binary"
    assert not {"sublinear", "idf_power"} & set(choice.record)


def test_senseless_wishes_are_refused() -> None:
    with pytest.raises(OptionError, match="C is"):
        Asked(C=0.0)
    with pytest.raises(OptionError, match="idf_power"):
        Asked(idf_power=-1.0)
    with pytest.raises(OptionError, match="belong into text"):
        Asked(common=TextOptions(ngrams=2))


@pytest.mark.parametrize(
    ("texts", "labels"),
    [
        (["one text"], ["a"]),
        (["", "", ""], ["a", "b", "a"]),
        (["same"] * 400, ["a", "b"] * 200),
        ([f"text {i}" for i in range(400)], ["only"] * 400),
        ([""] * 400, [f"c{i % 7}" for i in range(400)]),
        ([f"w{i} w{i + 1}" for i in range(300)], [f"single {i}" for i in range(300)]),
        (["a b", "c d"], [[], ["x"]]),
    ],
    ids=["one row", "empty", "one text twice labelled", "one class", "empty texts", "all singletons", "row without"],
)
def test_odd_data_is_learned_from_all_the_same(texts: list[str], labels: Sequence[str | list[str]]) -> None:
    model = train_texts(texts, Labels.of(labels)).model
    assert "chosen" in model.provenance.spec
    assert len(laconic.Engine(model).topk(texts, 1).labels()) == len(texts)


def test_rows_of_several_labels_count_as_right_with_any_of_them() -> None:
    texts, single = made(600)
    labels = Labels.of([*single.row(i), f"group {int(single.indices[i]) % 2}"] for i in range(600))
    choice = choose(texts, labels)
    assert choice.record["right"] > 0.9 * choice.record["held_out"]


def test_texts_that_are_none_and_lengths_that_differ_are_told() -> None:
    with pytest.raises(DataError, match="text 1 is 3; expected a string"):
        train_texts(["a", 3], Labels.of(["x", "y"]))  # type: ignore[list-item]
    with pytest.raises(DataError, match="2 rows of features but 1 rows of labels"):
        train_texts(["a", "b"], Labels.of(["x"]))


def test_equal_texts_lie_on_one_side_and_every_label_held_out_is_learned() -> None:
    texts, labels = made(900, classes=30)
    texts[1::7] = [text.upper() + "  " for text in texts[:-1:7]][: len(texts[1::7])]
    sample = draw(texts, labels, seed=0)
    learned = {" ".join(texts[i].lower().split()) for i in sample.learned}
    held = {" ".join(texts[i].lower().split()) for i in sample.held_out}
    assert len(held) > 100
    assert not learned & held
    assert set(labels.indices[sample.held_out]) <= set(labels.indices[sample.learned])


def test_another_seed_draws_another_sample(data) -> None:
    assert draw(*data, seed=0).held_out.tolist() != draw(*data, seed=1).held_out.tolist()


@pytest.mark.parametrize("classes", [1, 2, 500, 30_000])
def test_the_sample_is_bounded_whatever_the_data(classes: int) -> None:
    """Work is counted: rows, classes and characters of the sample, and trials."""
    texts = [f"t{i} " * (5000 if i % 997 == 0 else 3) for i in range(60_000)]
    labels = Labels.canonical(
        [f"c{k}" for k in range(classes)], np.arange(60_000, dtype=np.int32) % classes, np.arange(60_001)
    )
    sample = draw(texts, labels, seed=0)
    rows = [*sample.learned, *sample.held_out]
    most_of_a_class = -(-ROWS // min(classes, 64))
    assert LEAST_ROWS / 2 < len(rows) <= ROWS + most_of_a_class or classes == 30_000
    assert len(sample.classes) <= MOST_CLASSES
    assert sum(min(len(texts[i]), SHORTENED) for i in rows) <= CHARACTERS * 1.1 + SHORTENED * 64


def test_a_search_makes_few_trials(data) -> None:
    texts, labels = data
    asked, sample = Asked(), draw(*data, seed=0)
    bench = Bench(texts, labels, sample, asked, spec=TrainSpec())
    search(bench, Task(len(texts), labels.n_classes, words=40.0, repeats=2.0), asked)
    assert 5 <= len(bench.done) <= MOST_TRIALS


def test_huge_tasks_are_spared_pairs_of_words_and_characters() -> None:
    assert Task(10**6, 10**4, 10).plain(Asked()).preset == "words+p"
    assert Task(10**4, 10**2, 10).plain(Asked()).preset == "words+2+p"


class Known:
    """An outcome with numbers of its own."""

    def __init__(self, right: list[int], size: list[int]) -> None:
        self.right, self._right, self._size = right[0], right, size

    def right_at(self, place: int) -> int:
        return self._right[place]

    def size_at(self, place: int) -> int:
        return self._size[place]


@pytest.mark.parametrize(
    ("right", "words", "expected"),
    [
        ([900, 900, 898, 880, 870, 860], None, 2),
        ([900, 890, 890, 900, 880, 870], None, 3),
        ([900, 890, 880, 870, 860, 850], None, 0),
        ([900, 890, 880, 870, 860, 850], 20, 1),
        ([900, 890, 880, 870, 860, 850], 1, 5),
    ],
)
def test_the_cut_is_the_largest_that_costs_nothing_or_keeps_the_file_small(right, words, expected) -> None:
    outcome = Known(right, [60, 50, 40, 30, 20, 10])
    assert cut_of(outcome, len(CUTS), 1000, words) == expected  # type: ignore[arg-type]


def test_kinds_of_terms_are_known_by_their_marks() -> None:
    terms = Names.of(["word", "two words", "pre*", "*fix", "~<ab", "größe", "drei kurze wörter"])
    assert parts_of(terms).tolist() == [0, 1, 2, 3, 4, 0, 1]
    assert parts_of(Names.of([])).tolist() == []


def test_hits_counts_rows_by_hand() -> None:
    truth = Labels.of([["a", "b"], ["b"], [], ["c"]])
    assert hits(np.array([1, 0, 2, 2], np.int32), truth) == 2


def test_the_classifier_chooses_unless_text_is_named(data) -> None:
    texts, labels = data
    names = [labels.row(i)[0] for i in range(len(texts))]
    auto = laconic.TextClassifier(C=2.5).fit(texts, names).model.provenance.spec
    assert auto["penalty"] == {"name": "l2", "C": 2.5}
    assert isinstance(auto["chosen"], dict) and "C" not in auto["chosen"]
    plain = laconic.TextClassifier(text="words").fit(texts, names).model.provenance.spec
    assert "chosen" not in plain
