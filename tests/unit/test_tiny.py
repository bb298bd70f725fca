"""The invented job advertisements: enough of each trade, the same every time, learnable yet not trivial."""

from __future__ import annotations

from collections import Counter, defaultdict

from laconic.datasets import tiny


def test_there_are_240_and_60_lines_of_twelve_trades_alike() -> None:
    data = tiny()
    assert set(Counter(data.train_labels).values()) == {20}
    assert set(Counter(data.test_labels).values()) == {5}
    assert (len(data.train_texts), len(data.test_texts)) == (240, 60)
    assert set(data.train_labels) == set(data.test_labels)


def test_every_call_gives_the_same_lines() -> None:
    assert tiny().train_texts == tiny().train_texts
    assert tiny().test_texts[0] == "looks after flour and bread with care"


def test_some_things_belong_to_two_trades_and_some_words_to_all() -> None:
    data = tiny()
    trades_of = defaultdict(set)
    for text, trade in zip(data.train_texts, data.train_labels, strict=True):
        for word in text.split():
            trades_of[word].add(trade)
    assert trades_of["pipes"] >= {"plumber", "welder"}
    assert trades_of["kneads"] == {"baker"}
    assert len(trades_of["and"]) == 12


def test_counting_words_by_trade_gets_most_but_not_all_test_lines_right() -> None:
    data = tiny()
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for text, trade in zip(data.train_texts, data.train_labels, strict=True):
        counts[trade].update(set(text.split()))
    total = sum(counts.values(), Counter())

    def best(text: str) -> str:
        return max(counts, key=lambda trade: sum(counts[trade][w] / total[w] for w in text.split() if total[w]))

    right = sum(best(text) == trade for text, trade in zip(data.test_texts, data.test_labels, strict=True))
    assert 42 <= right < 60
