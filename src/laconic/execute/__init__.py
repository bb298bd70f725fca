"""Running tasks on workers. An executor knows nothing of learning: tasks in, results as they finish."""

from .threads import Cancel, run_threads

__all__ = ["Cancel", "run_threads"]
