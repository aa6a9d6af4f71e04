"""Streams in gzip. Every message is compressed by itself, so that a stream needs no memory for it, and that those who get the
same message share its bytes: a gzip stream may consist of any number of blocks that refer to nothing before them."""

import zlib
from functools import lru_cache

HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
LEVEL = 1                                   # a third of the bytes for a tenth of a millisecond
SHORT = 8192                                # bytes of a message that needs little memory: preparing that takes longest
RAW, RAW_SHORT = (-15, 8), (-13, 7)         # deflate without header and checksum: its window, and the memory for what it finds
MOST_KEPT = 64


@lru_cache(maxsize=MOST_KEPT)
def compress_block(text: str) -> bytes:
    """A message of a gzip stream, which begins with HEADER and is never finished."""
    data = text.encode()
    window, memory = RAW_SHORT if len(data) <= SHORT else RAW
    block = zlib.compressobj(LEVEL, zlib.DEFLATED, window, memory)
    return block.compress(data) + block.flush(zlib.Z_SYNC_FLUSH)
