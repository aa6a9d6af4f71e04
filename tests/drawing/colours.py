"""Colour arithmetic: contrast as the web's accessibility guidelines measure it, Lab distance, and how colours look with
each kind of colour blindness (matrices of Machado, Oliveira and Fernandes 2009, full strength)."""

from itertools import combinations

BLINDNESS = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def linear(colour):
    """Red, green and blue of '#rrggbb', in amounts of light."""
    shares = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]


def luminance(colour):
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, two):
    darker, lighter = sorted((luminance(one), luminance(two)))
    return (lighter + 0.05) / (darker + 0.05)


def lab(colour, kind="normal"):
    """A colour as somebody with this kind of vision sees it, in Lab."""
    seen = linear(colour)
    red, green, blue = (min(1, max(0, sum(weight * share for weight, share in zip(row, seen)))) for row in BLINDNESS[kind])
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def closest(colours, kind):
    """The smallest Lab distance between two of these colours."""
    return min(sum((a - b) ** 2 for a, b in zip(lab(one, kind), lab(two, kind))) ** 0.5
               for one, two in combinations(colours, 2))
