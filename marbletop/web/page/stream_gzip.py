"""Streams in gzip. Every message is compressed by itself, so that a stream needs no memory for it, and that those who get the
same message share its bytes: a gzip stream may consist of any number of blocks that refer to nothing before them."""

import zlib
from functools import lru_cache

HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
RAW = -15                                   # deflate without header and checksum, with the usual window
LEVEL = 1                                   # a third of the bytes for a tenth of a millisecond
MOST_KEPT = 64


@lru_cache(maxsize=MOST_KEPT)
def compress_block(text: str) -> bytes:
    """A message of a gzip stream, which begins with HEADER and is never finished."""
    block = zlib.compressobj(LEVEL, zlib.DEFLATED, RAW)
    return block.compress(text.encode()) + block.flush(zlib.Z_SYNC_FLUSH)
