"""Tasks on threads: every result once, the first error wins, stopping stops."""

from __future__ import annotations

import threading

import pytest

from laconic.errors import OptionError
from laconic.execute import run_threads


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_every_task_gives_one_result_under_its_number(jobs) -> None:
    tasks = list(range(23))
    results = dict(run_threads(tasks, lambda cancel: lambda task: task * task, jobs=jobs))
    assert results == {n: n * n for n in tasks}


def test_no_tasks_give_no_results() -> None:
    assert list(run_threads([], lambda cancel: lambda task: task, jobs=2)) == []


def test_the_error_of_a_worker_is_raised_here_and_ends_the_threads() -> None:
    def fail(task: int) -> int:
        if task == 3:
            raise ValueError("task three")
        return task

    before = threading.active_count()
    with pytest.raises(ValueError, match="task three"):
        list(run_threads(list(range(50)), lambda cancel: fail, jobs=2))
    assert threading.active_count() == before


def test_leaving_early_tells_the_workers_to_stop() -> None:
    cancels = []

    def make(cancel):
        cancels.append(cancel)
        return lambda task: task

    results = run_threads(list(range(1000)), make, jobs=2)
    next(results)
    results.close()
    assert all(cancel.array[0] == 1 for cancel in cancels)


def test_each_worker_is_made_on_its_own_thread() -> None:
    made = []
    list(run_threads([1, 2], lambda cancel: made.append(threading.get_ident()) or (lambda task: task), jobs=2))
    assert threading.get_ident() not in made


@pytest.mark.parametrize("jobs", [-1, 1.5, "two"])
def test_a_senseless_number_of_jobs_is_named(jobs) -> None:
    with pytest.raises(OptionError, match="jobs is"):
        list(run_threads([1], lambda cancel: lambda task: task, jobs=jobs))
