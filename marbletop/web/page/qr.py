"""QR codes: an address for a phone, on a page or in a terminal."""

import io

import segno

from ...drawing.element import Markup, element
from ...words import say

MARGIN = 2                                  # modules


def qr_svg(address: str) -> Markup:
    """An address as a drawing; dark on light in every theme, because phones need that."""
    matrix = segno.make(address, error="m").matrix
    size = len(matrix) + 2 * MARGIN
    path = "".join(f"M{x + MARGIN} {y + MARGIN}h1v1h-1z" for y, row in enumerate(matrix) for x, dark in enumerate(row) if dark)
    return element("svg", {"class": "qr", "viewBox": f"0 0 {size} {size}", "role": "img",
                           "aria-label": say("QR code of the link")},
                   element("rect", {"width": size, "height": size, "fill": "#fff"}),
                   element("path", {"d": path, "fill": "#000"}))


def qr_text(address: str) -> str:
    """An address as text for a terminal."""
    out = io.StringIO()
    segno.make(address, error="m").terminal(out, compact=True)
    return out.getvalue()
