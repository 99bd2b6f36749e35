"""Map projections: from longitude and latitude to paper, x to the right, y down, unitless."""

import math

from ferrovia.rules.schema import Layout, Projection

Point = tuple[float, float]


def project(layout: Layout, longitude: float, latitude: float) -> Point:
    """Project a point of the globe."""
    across, up = math.radians(longitude - layout.centre[0]), math.radians(latitude)
    middle = math.radians(layout.centre[1])
    if layout.projection == Projection.EQUIRECTANGULAR:
        x, y = across * math.cos(middle), up - middle
    elif layout.projection == Projection.MERCATOR:
        x, y = across, mercator(up) - mercator(middle)
    else:
        x, y = albers(across, up, middle, *map(math.radians, layout.parallels))
    turn = math.radians(layout.rotation)  # clockwise, y still up
    return x * math.cos(turn) + y * math.sin(turn), x * math.sin(turn) - y * math.cos(turn)


def mercator(latitude: float) -> float:
    """The y of a parallel (Mercator); the poles are clamped."""
    return math.asinh(math.tan(max(-1.5, min(1.5, latitude))))


def albers(across: float, up: float, middle: float, south: float, north: float) -> Point:
    """Albers equal-area conic projection with two standard parallels."""
    cone = (math.sin(south) + math.sin(north)) / 2 or 1e-9
    constant = math.cos(south) ** 2 + 2 * cone * math.sin(south)

    def radius(latitude: float) -> float:
        return math.sqrt(max(0.0, constant - 2 * cone * math.sin(latitude))) / cone

    return radius(up) * math.sin(cone * across), radius(middle) - radius(up) * math.cos(cone * across)
