"""
The native core: pure, single-threaded, re-entrant kernels that run with the GIL released.
"""

import enum
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray


def kernel() -> str:
    """The instruction set in use."""

def use_kernel(name: str) -> bool:
    """
    Uses the kernels of this name from now on; False when unknown or not supported by this CPU.
    """

def transpose(data: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], indices: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], indptr: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], cols: int) -> tuple[Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]]:
    """
    The transposed matrix as (data, indices, indptr); rows keep their order.
    """

def first_bad_row(data: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], indices: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], indptr: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], cols: int, sorted: bool = False) -> int:
    """The first row that breaks the contract of a Csr, or -1."""

class SvmlightParser:
    """
    Parses libsvm text, chunk by chunk; labels keep their numbers over all chunks.
    """

    def __init__(self, seed: int, columns: int = 2147483647, labels: int = -1, empty_line_is_row: bool = False) -> None:
        """
        `seed` only guards the label table against crafted names. Indices are below `columns`; labels are whole numbers below `labels`, or any text when that is -1.
        """

    def parse(self, text: bytes, first_line: int = 1, last: bool = True) -> tuple[NDArray[numpy.float32], NDArray[numpy.int32], NDArray[numpy.int64], NDArray[numpy.int32], NDArray[numpy.int64], NDArray[numpy.int64], int, int, int, int, int]:
        """
        (data, indices, indptr, labels, label_indptr, lines, width, consumed, refusal, line, column): the rows of whole lines up to the first that is refused (refusal 0: none). Text behind the last newline is read only when `last`.
        """

    def names_from(self, first: int = 0) -> list[str]:
        """The names of the labels numbered `first` and up."""

class TextShape:
    """
    Which terms a text has; laconic.text.TextOptions in the form the kernel takes.
    """

    def __init__(self, *, ngrams: int, prefixes: tuple[int, int], suffixes: tuple[int, int], chars: tuple[int, int], min_length: int, strip_accents: bool, strip_headers: bool, stems: bool, stop_words: list[str]) -> None: ...

class TextCounter:
    """Counts the terms of texts (cpp/kernels/text_counter.hpp)."""

    @overload
    def __init__(self, shape: TextShape) -> None: ...

    @overload
    def __init__(self, shape: TextShape, slots: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], arena: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def scan(self, texts: list[str], start: int, budget: int) -> int:
        """
        Scans texts from `start` on until about `budget` bytes are read; returns the first text not scanned.
        """

    def new_words(self) -> list[str]:
        """With stems: the words that need one."""

    def set_stems(self, stems: list[str]) -> None:
        """The stem of each of new_words()."""

    def count(self) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]]:
        """(terms, counts, ends) of every text scanned since the last call."""

    def absorb(self, other: TextCounter) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]]:
        """
        Takes over the terms and counts of another; returns what its keys and n-grams are numbered here.
        """

    def select(self, min_df: int, min_tf: int) -> tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]]:
        """
        (arena, offsets, key_columns, ngram_columns): the terms kept, in column order.
        """

def text_tokens(text: str, shape: TextShape) -> list[tuple[str, int, int]]:
    """
    [(form, begin, end)] of the tokens of a text; begin and end count code points.
    """

def text_pieces(word: str, shape: TextShape) -> list[str]:
    """The terms a word gives besides itself."""

def text_headers_end(text: str) -> int:
    """
    Where the body of a message starts, in code points; 0 when it begins with no headers.
    """

def unicode_version() -> str:
    """The Unicode version of the tables."""

def unicode_point(point: int) -> tuple[int, int, int, int, bool]:
    """
    (kind: 0 separator, 1 word, 2 mark; folded; folded and stripped; combining class; care).
    """

def text_kept(terms: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], key_columns: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ngram_columns: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
    """How many entries of a counted part stay."""

def text_place(terms: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], counts: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], key_columns: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ngram_columns: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], first: int, indices_out: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], data_out: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], row_ends_out: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """Writes a counted part as rows of a Csr, columns rising."""

def hash64(key: bytes) -> int:
    """
    The 64-bit hash of a key, the same on every machine (cpp/kernels/hash.hpp).
    """

def vocabulary_build(offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], arena: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C')], int, int, int]:
    """
    (slots, status, term, earlier): the hash table of an arena; status 0 built, 1 a term stands twice, 2 offsets that do not rise, 3 too many terms of one hash.
    """

def vocabulary_lookup(slots: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], arena: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], key_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], key_arena: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], int]:
    """
    (numbers, bad): the number of each key or -1; bad is the first key with broken offsets, or -1.
    """

def log(x: float) -> float:
    """The natural logarithm of cpp/kernels/maths.hpp."""

def exp(x: float) -> float:
    """The exponential function of cpp/kernels/maths.hpp."""

def pow(x: float, y: float) -> float:
    """x to the power y of cpp/kernels/maths.hpp, for x >= 0."""

def weighting_frequencies(data: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], indices: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], indptr: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], begin: int, end: int, df: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], last: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> int:
    """
    Adds the document frequencies of a range of rows to df; the first row that is not sound, or -1.
    """

def weighting_idf(df: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], n_rows: int, power: float) -> Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C')]:
    """(ln((1 + n) / (1 + df)) + 1) to the power, as float32."""

def weighting_rows(data: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], indices: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], indptr: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], cols: int, begin: int, end: int, weight: int, idf: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')]) -> int:
    """
    Weights a range of rows into out (0 tf-idf, 1 sublinear, 2 binary); the first row that is not sound, or -1.
    """

class L2Workspace:
    """Memory a thread keeps between calls of the L2-SVM solver."""

    def __init__(self) -> None: ...

class L2Problem:
    """The rows, C and bias that all classes of an L2-SVM share."""

    def __init__(self, data: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], indices: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], indptr: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], cols: int, C: float, bias: float) -> None: ...

    def start(self, tolerance: float, control: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> tuple[int, int, int, int, float, float]:
        """
        Solves the problem in which every document is negative: (status, rounds, active, support, primal, gap).
        """

    def classes(self, rows: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], indptr: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], tolerance: float, max_rounds: int, cut: float, work: L2Workspace, control: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]]:
        """
        Solves classes: (indptr, indices, values, bias, [status, rounds, active, support] x n, [primal, gap] x n).
        """

    def duals(self, rows: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], indptr: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], tolerance: float, max_rounds: int, work: L2Workspace, control: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]]:
        """
        The same classes' dual variables, for checks: (indptr, documents, alpha, theta a class, alpha of the start).
        """

class ScoreProblem(enum.Enum):
    """Why answering stopped."""

    none = 0
    """It did not, or the budget was spent."""

    bad_document = 1
    """Row pointers, a feature or a value that is not sound."""

    bad_weights = 2
    """A row of the model's weights is not sound."""

    overflow = 3
    """The scores left the range of float32."""

class ScoreOutcome:
    """How far answering came; with a problem, row `next` is the one."""

    @property
    def next(self) -> int:
        """The first row that is not answered yet."""

    @property
    def problem(self) -> ScoreProblem:
        """Why it stopped there."""

    @property
    def failed(self) -> bool:
        """Whether it did."""

    @property
    def feature(self) -> int:
        """The feature whose weights are bad, or -1."""

    @property
    def shortlisted(self) -> int:
        """Rows answered from a few candidates, for tests."""

    @property
    def unknown(self) -> int:
        """Entries of features the model does not have."""

DENSE_SHARE: int = 8

MOST_PACKED_CLASSES: int = 65536

class Scorer:
    """
    The weights (features x classes) and biases of one model, ready to answer.
    """

    def __init__(self, data: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], classes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], indptr: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], bias: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], row_states: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], dense_features: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], dense: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], packed_entries: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')], packed_steps: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], packed_dense: Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C', device='cpu')]) -> None: ...

    def top_k(self, data: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], indices: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], indptr: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], first: int, last: int, budget: int, workspace: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], classes: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu')], scores: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')]) -> ScoreOutcome:
        """
        Answers rows first .. last - 1 into the tables `classes` and `scores` until the budget of additions is spent.
        """

    def expand(self, feature: int, out: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')]) -> bool:
        """
        Writes one row of weights with a place for every class; False when the row is not sound.
        """

    def scores(self, data: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], indices: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], indptr: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], row: int, out: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')]) -> ScoreOutcome:
        """All scores of one row."""
