"""What a file that is no model looks like, so that the message can name it. Never opens or runs any of it."""

from __future__ import annotations

_SIGNS = (
    (b"\x1f\x8b", "a gzip file"),
    (b"\xfd7zXZ\x00", "an xz file"),
    (b"\x28\xb5\x2f\xfd", "a zstd file"),
    (b"BZh", "a bzip2 file"),
    (b"PK\x03\x04", "a zip archive, such as .npz or a PyTorch file"),
    (b"\x93NUMPY", "a numpy .npy file"),
    (b"\x89HDF\r\n", "an HDF5 file"),
    (b"PAR1", "a Parquet file"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"\x7fELF", "a program"),
    (b"%PDF", "a PDF"),
)


def like(start: bytes, size: int) -> str:
    """One phrase about a file of `size` bytes that begins with `start`."""
    if size == 0:
        return "it is empty"
    for sign, kind in _SIGNS:
        if start.startswith(sign):
            return f"it looks like {kind}"
    if start[:1] == b"\x80" and start[1:2] in (b"\x02", b"\x03", b"\x04", b"\x05"):
        return "it looks like a Python pickle, which could run code; laconic never opens one"
    if not start.strip(b"\x00"):
        return "it begins with zeros, as after a copy that broke off"
    if start[8:9] == b"{" and int.from_bytes(start[:8], "little") <= size:
        return "it looks like a safetensors file of another program"
    return "it looks like text" if _is_text(start) else "its first bytes are " + start[:8].hex(" ")


def _is_text(start: bytes) -> bool:
    try:
        text = start.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start < len(start) - 3:  # else the last character is only cut
            return False
        text = start[: error.start].decode("utf-8")
    return all(c.isprintable() or c in "\t\r\n\f\ufeff" for c in text)
