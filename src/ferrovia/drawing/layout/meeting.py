"""Nearest points of two line segments: how two rods lie to each other."""

from typing import NamedTuple


class Rod(NamedTuple):
    """A segment with a radius around it, and what it is a piece of."""

    x1: float
    y1: float
    x2: float
    y2: float
    radius: float
    kind: int
    owner: int
    begin: float
    end: float


def meet(one: Rod, other: Rod) -> tuple[float, float, float, float, float]:
    """The squared distance of two rods' axes, where on each the nearest points lie (0 to 1), and the way from the
    other's to the first's."""
    x1, y1, x2, y2 = one[:4]
    x3, y3, x4, y4 = other[:4]
    ux, uy, vx, vy, wx, wy = x2 - x1, y2 - y1, x4 - x3, y4 - y3, x1 - x3, y1 - y3
    a, b, c = ux * ux + uy * uy, ux * vx + uy * vy, vx * vx + vy * vy
    d, e = ux * wx + uy * wy, vx * wx + vy * wy
    if a < 1e-9:
        s, t = 0.0, (e / c if c > 1e-9 else 0.0)
    elif c < 1e-9:
        s, t = -d / a, 0.0
    else:
        even = a * c - b * b
        s = (b * e - c * d) / even if even > 1e-9 * a * c else 0.0
        s = 0.0 if s < 0 else 1.0 if s > 1 else s
        t = (b * s + e) / c
        if t < 0:
            t, s = 0.0, -d / a
        elif t > 1:
            t, s = 1.0, (b - d) / a
    s = 0.0 if s < 0 else 1.0 if s > 1 else s
    t = 0.0 if t < 0 else 1.0 if t > 1 else t
    dx, dy = wx + s * ux - t * vx, wy + s * uy - t * vy
    return dx * dx + dy * dy, s, t, dx, dy
