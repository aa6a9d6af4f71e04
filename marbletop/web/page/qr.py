"""QR codes: an address for a phone, on a page or in a terminal."""

import io
from functools import lru_cache

import segno

from ...drawing.element import Markup, element
from ...words import say

MARGIN = 2                                  # modules


def qr_svg(address: str) -> Markup:
    """An address as a drawing; dark on light in every theme, because phones need that."""
    size, path = qr_path(address)
    return element("svg", {"class": "qr", "viewBox": f"0 0 {size} {size}", "role": "img",
                           "aria-label": say("QR code of the link")},
                   element("rect", {"width": size, "height": size, "fill": "#fff"}),
                   element("path", {"d": path, "fill": "#000"}))


@lru_cache(maxsize=256)                     # a lobby is drawn whenever somebody comes
def qr_path(address: str) -> tuple[int, str]:
    """The width of a code with its margin, and the path of its dark modules."""
    matrix = segno.make(address, error="m").matrix
    dark = [(x + MARGIN, y + MARGIN) for y, row in enumerate(matrix) for x, one in enumerate(row) if one]
    return len(matrix) + 2 * MARGIN, "".join(f"M{x} {y}h1v1h-1z" for x, y in dark)


def qr_text(address: str) -> str:
    """An address as text for a terminal."""
    out = io.StringIO()
    segno.make(address, error="m").terminal(out, compact=True)
    return out.getvalue()
