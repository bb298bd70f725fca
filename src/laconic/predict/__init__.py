"""From a model and rows to answers: engine.py scores, topk.py holds the answers, explain.py gives the reasons."""

from .engine import Engine
from .explain import Explanation, Term, explain
from .topk import TopK

__all__ = ["Engine", "Explanation", "Term", "TopK", "explain"]
