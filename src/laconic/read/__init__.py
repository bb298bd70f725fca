"""Data files -> batches of rows: `open_source(path).batches()`.

    bytes --inputs, compress, ahead--> blocks --lines--> whole lines --jsonl | svmlight--> TextBatch | VectorBatch

Memory is bounded by the batch (a few MB; one line may have up to lines.LINE_LIMIT). Formats: see detect.py.
"""

from __future__ import annotations

from .batches import RowId, RowLabels, TextBatch, VectorBatch
from .detect import FORMATS
from .source import Source, open_source

__all__ = ["FORMATS", "RowId", "RowLabels", "Source", "TextBatch", "VectorBatch", "open_source"]
