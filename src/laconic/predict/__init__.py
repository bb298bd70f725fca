"""From a model and rows to answers: engine.py scores, topk.py holds the answers, explain.py gives the reasons."""

from .engine import Engine
from .explain import Explanation, Term, explain
from .topk import TopK
from .words import Word, word_shares

__all__ = ["Engine", "Explanation", "Term", "TopK", "Word", "explain", "word_shares"]
