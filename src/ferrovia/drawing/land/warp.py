"""Thin-plate splines: a smooth displacement of the plane that maps given points exactly to their targets."""

import math
from collections.abc import Callable

from ferrovia.drawing.land.projection import Point

Move = Callable[[Point], Point]


def spline(origins: list[Point], targets: list[Point]) -> Move:
    """The thin-plate spline that maps each origin to its target."""
    count = len(origins)
    rows = [[_bend(one, other) for other in origins] + [1.0, *one] for one in origins]
    rows += [[1.0] * count + [0.0] * 3]
    rows += [[point[axis] for point in origins] + [0.0] * 3 for axis in (0, 1)]
    sides = [[x - a, y - b] for (a, b), (x, y) in zip(origins, targets, strict=True)] + [[0.0, 0.0] for _ in range(3)]
    weights = solve(rows, sides)

    def move(point: Point) -> Point:
        x, y = point
        (flat_x, flat_y), (slope_xx, slope_yx), (slope_xy, slope_yy) = weights[count:]
        dx, dy = flat_x + slope_xx * x + slope_xy * y, flat_y + slope_yx * x + slope_yy * y
        for origin, (wx, wy) in zip(origins, weights, strict=False):
            bend = _bend(point, origin)
            dx += wx * bend
            dy += wy * bend
        return x + dx, y + dy

    return move


def _bend(one: Point, other: Point) -> float:
    square = (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
    return square * math.log(square) if square > 1e-12 else 0.0


def solve(rows: list[list[float]], sides: list[list[float]]) -> list[list[float]]:
    """Solve linear equations with several right-hand sides (Gaussian elimination with pivoting)."""
    size = len(rows)
    table = [[*row, *side] for row, side in zip(rows, sides, strict=True)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(table[row][column]))
        table[column], table[pivot] = table[pivot], table[column]
        head = table[column]
        if abs(head[column]) < 1e-12:
            head[column] = 1e-12
        for row in range(column + 1, size):
            factor = table[row][column] / head[column]
            if factor:
                table[row] = [a - factor * b for a, b in zip(table[row], head, strict=True)]
    solution: list[list[float]] = [[] for _ in range(size)]
    for row in range(size - 1, -1, -1):
        known = table[row][size:]
        for column in range(row + 1, size):
            known = [a - table[row][column] * b for a, b in zip(known, solution[column], strict=True)]
        solution[row] = [value / table[row][row] for value in known]
    return solution


def on_grid(move: Move, low: Point, high: Point, step: float) -> Move:
    """The same displacement, interpolated on a grid: much faster for many points, and almost identical."""
    columns, rows = (math.ceil((b - a) / step) + 1 for a, b in zip(low, high, strict=True))
    table = [[move((low[0] + step * column, low[1] + step * row)) for column in range(columns)] for row in range(rows)]

    def look_up(point: Point) -> Point:
        across = min(max((point[0] - low[0]) / step, 0.0), columns - 1.001)
        down = min(max((point[1] - low[1]) / step, 0.0), rows - 1.001)
        column, row = int(across), int(down)
        across, down = across - column, down - row
        (ax, ay), (bx, by) = table[row][column : column + 2]
        (cx, cy), (dx, dy) = table[row + 1][column : column + 2]
        x = (ax * (1 - across) + bx * across) * (1 - down) + (cx * (1 - across) + dx * across) * down
        y = (ay * (1 - across) + by * across) * (1 - down) + (cy * (1 - across) + dy * across) * down
        beyond_x = point[0] - low[0] - step * (column + across)
        beyond_y = point[1] - low[1] - step * (row + down)
        return x + beyond_x, y + beyond_y

    return look_up
