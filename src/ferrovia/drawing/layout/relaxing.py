"""Force-directed layout: touching things push each other apart, tracks pull straight, cities pull home."""

import math
from typing import Final

from ferrovia.drawing.layout.capsules import CITY, TRACK, Capsule, Pair, all_capsules, meet, near_pairs, pieces
from ferrovia.drawing.layout.curve import Curve
from ferrovia.drawing.layout.motion import Motion, Pulls, add, add_two, step
from ferrovia.drawing.layout.shapes import Sheet

LOOK_AGAIN: Final = 6
"""Rounds after which the list of near neighbours is rebuilt."""
NAME_GIVES: Final = 0.5
"""The share of a force on a name that its city feels."""


def relax(sheet: Sheet, rounds: int, pulls: Pulls) -> None:
    """Run the force simulation for a number of rounds."""
    counts = [pieces(sheet, track) for track in sheet.tracks]
    near: list[Pair] = []
    for number in range(rounds):
        curves = [sheet.curve(track) for track in sheet.tracks]
        capsules = all_capsules(sheet, curves, counts)
        if number % LOOK_AGAIN == 0:
            near = near_pairs(sheet, capsules, 0.5 * sheet.sizes.length)
        motion = Motion(len(sheet.places), len(sheet.tracks))
        push_apart(sheet, motion, curves, capsules, near)
        make_room(sheet, motion, curves, pulls)
        pull_straight(sheet, motion, pulls)
        pull_home(sheet, motion, pulls)
        step(sheet, motion, pulls)


def push_apart(sheet: Sheet, motion: Motion, curves: list[Curve], capsules: list[Capsule], near: list[Pair]) -> None:
    """Push apart things that touch and should not."""
    for first, second in near:
        one, other = capsules[first], capsules[second]
        square, here, there, dx, dy = meet(one, other)
        reach = one[4] + other[4]
        if square >= reach * reach:
            continue
        distance = math.sqrt(square)
        if distance < 1e-6:  # they cross: push from centre to centre
            dx, dy = one[0] + one[2] - other[0] - other[2], one[1] + one[3] - other[1] - other[3]
            distance = math.hypot(dx, dy) or 1.0
            deep = reach / distance
        else:
            deep = (reach - distance) / distance
        push(sheet, motion, curves, one, here, dx * deep, dy * deep)
        push(sheet, motion, curves, other, there, -dx * deep, -dy * deep)


def push(sheet: Sheet, motion: Motion, curves: list[Curve], capsule: Capsule, where: float, x: float, y: float) -> None:
    """A force at one point of a capsule moves what the capsule belongs to."""
    if capsule[5] == TRACK:
        push_track(sheet, motion, curves[capsule[6]], capsule, where, x, y)
    elif capsule[5] == CITY:
        add(motion.cities[capsule[6]], x, y, 1.0)
    else:
        add(motion.cities[capsule[6]], NAME_GIVES * x, NAME_GIVES * y, NAME_GIVES**2)
        add(motion.names[capsule[6]], x, y, 1.0)


def push_track(sheet: Sheet, motion: Motion, curve: Curve, capsule: Capsule, where: float, x: float, y: float) -> None:
    """A force on a track moves its cities, bends it, and shifts its spaces along it."""
    number = capsule[6]
    track = sheet.tracks[number]
    share = capsule[7] + where * (capsule[8] - capsule[7])
    rest = 1 - share
    add(motion.cities[track.start], rest * x, rest * y, rest * rest)
    add(motion.cities[track.end], share * x, share * y, share * share)
    one, other = 3 * share * rest * rest, 3 * share * share * rest
    across, along = x * curve.nx + y * curve.ny, x * curve.ny - y * curve.nx
    add_two(motion.bows[number], one * across, other * across, (one * one, other * other))
    add_two(motion.starts[number], rest * along, -share * along, (rest * rest, share * share))


def make_room(sheet: Sheet, motion: Motion, curves: list[Curve], pulls: Pulls) -> None:
    """A track too short for its spaces pushes its cities apart, bows more, and starts nearer to its cities."""
    for number, (track, curve) in enumerate(zip(sheet.tracks, curves, strict=True)):
        short = sheet.needed(track, curve.chord) - curve.total
        if short <= 0:
            continue
        force = pulls.room * short
        x, y = curve.ny * force, -curve.nx * force
        add(motion.cities[track.start], -x, -y, pulls.room)
        add(motion.cities[track.end], x, y, pulls.room)
        add_two(motion.starts[number], -force, -force, (pulls.room, pulls.room))
        first = (1.2 * track.first + 0.3 * track.last) / curve.chord  # how much longer a little more bow makes it
        last = (1.2 * track.last + 0.3 * track.first) / curve.chord
        stiff = (pulls.room * first * first, pulls.room * last * last)
        add_two(motion.bows[number], first * force, last * force, stiff)


def pull_straight(sheet: Sheet, motion: Motion, pulls: Pulls) -> None:
    """Tracks straighten, bow evenly, and start right at their cities."""
    stiff, early = pulls.straight + pulls.even, pulls.early
    for number, track in enumerate(sheet.tracks):
        uneven = pulls.even * (track.first - track.last)
        first, last = -pulls.straight * track.first - uneven, uneven - pulls.straight * track.last
        add_two(motion.bows[number], first, last, (stiff, stiff))
        add_two(motion.starts[number], -early * track.lead, -early * track.trail, (early, early))


def pull_home(sheet: Sheet, motion: Motion, pulls: Pulls) -> None:
    """Cities move home, and along with their neighbours."""
    moved = [(x - a, y - b) for (x, y), (a, b) in zip(sheet.places, sheet.homes, strict=True)]
    for city, (dx, dy) in enumerate(moved):
        add(motion.cities[city], -pulls.home * dx, -pulls.home * dy, pulls.home)
        for other in sheet.neighbours[city]:
            x, y = moved[other][0] - dx, moved[other][1] - dy
            add(motion.cities[city], pulls.together * x, pulls.together * y, pulls.together)
