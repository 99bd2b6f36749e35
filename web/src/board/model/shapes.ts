/** Symbols of the card colours, as paths between -1 and 1, distinguishable at 8 pixels. */

import type { Point } from "./types";

/** Tokens for colours of custom maps, assigned in order of appearance. */
const OTHERS = 8;
const strangers = new Map<string, number>();

/** The token suffix of a colour. */
export function tokenOf(colour: string): string {
  if (colour in SYMBOLS && !colour.startsWith("other-")) return colour;
  const number = strangers.get(colour) ?? strangers.size % OTHERS;
  strangers.set(colour, number);
  return `other-${number}`;
}

type Step = readonly [command: string, ...numbers: number[]];

const ARC = 0.5523;

function disc(radius: number, x = 0, y = 0, backwards = false): Step[] {
  const k = ARC * radius;
  const s = backwards ? -1 : 1;
  return [
    ["M", x, y - s * radius],
    ["C", x + k, y - s * radius, x + radius, y - s * k, x + radius, y],
    ["C", x + radius, y + s * k, x + k, y + s * radius, x, y + s * radius],
    ["C", x - k, y + s * radius, x - radius, y + s * k, x - radius, y],
    ["C", x - radius, y - s * k, x - k, y - s * radius, x, y - s * radius],
    ["Z"],
  ];
}

function polygon(...points: [number, number][]): Step[] {
  return [...points.map(([x, y], index): Step => [index ? "L" : "M", x, y]), ["Z"]];
}

function star(points: number, inner: number): Step[] {
  const corners = Array.from({ length: 2 * points }, (_, index): [number, number] => {
    const turn = (index * Math.PI) / points - Math.PI / 2;
    const radius = index % 2 ? inner : 1;
    return [radius * Math.cos(turn), radius * Math.sin(turn)];
  });
  return polygon(...corners);
}

const HEART: Step[] = [
  ["M", 0, 0.95],
  ["C", -0.75, 0.35, -1, 0, -1, -0.38],
  ["C", -1, -0.78, -0.7, -0.92, -0.48, -0.92],
  ["C", -0.24, -0.92, -0.06, -0.75, 0, -0.55],
  ["C", 0.06, -0.75, 0.24, -0.92, 0.48, -0.92],
  ["C", 0.7, -0.92, 1, -0.78, 1, -0.38],
  ["C", 1, 0, 0.75, 0.35, 0, 0.95],
  ["Z"],
];

const DROP: Step[] = [
  ["M", 0, -1.05],
  ["C", 0.3, -0.5, 0.78, -0.12, 0.78, 0.3],
  ["C", 0.78, 0.72, 0.43, 1, 0, 1],
  ["C", -0.43, 1, -0.78, 0.72, -0.78, 0.3],
  ["C", -0.78, -0.12, -0.3, -0.5, 0, -1.05],
  ["Z"],
];

const CROSS: Step[] = polygon(
  [-0.9, -0.5],
  [-0.5, -0.9],
  [0, -0.4],
  [0.5, -0.9],
  [0.9, -0.5],
  [0.4, 0],
  [0.9, 0.5],
  [0.5, 0.9],
  [0, 0.4],
  [-0.5, 0.9],
  [-0.9, 0.5],
  [-0.4, 0],
);

const CRESCENT: Step[] = [
  ["M", 0.45, -0.95],
  ["C", -0.4, -1.1, -1, -0.55, -1, 0],
  ["C", -1, 0.55, -0.4, 1.1, 0.45, 0.95],
  ["C", -0.25, 0.55, -0.25, -0.55, 0.45, -0.95],
  ["Z"],
];

const WHEEL: Step[] = [...star(8, 0.74), ...disc(0.42, 0, 0, true), ...disc(0.17)];

const SYMBOLS: Record<string, Step[]> = {
  pink: HEART,
  red: polygon([0, -1.05], [0.78, 0], [0, 1.05], [-0.78, 0]),
  orange: polygon([-0.76, -0.76], [0.76, -0.76], [0.76, 0.76], [-0.76, 0.76]),
  yellow: star(5, 0.46),
  green: polygon([0, -0.95], [0.98, 0.8], [-0.98, 0.8]),
  blue: DROP,
  white: [...disc(0.92), ...disc(0.44, 0, 0, true)],
  black: CROSS,
  gray: [...disc(0.3, -0.8), ...disc(0.3), ...disc(0.3, 0.8)],
  locomotive: WHEEL,
  "other-0": CRESCENT,
  "other-1": polygon([-0.5, -0.87], [0.5, -0.87], [1, 0], [0.5, 0.87], [-0.5, 0.87], [-1, 0]),
  "other-2": polygon(
    [0, 0.95],
    [-0.95, -0.1],
    [-0.35, -0.1],
    [-0.35, -0.95],
    [0.35, -0.95],
    [0.35, -0.1],
    [0.95, -0.1],
  ),
  "other-4": polygon([-0.85, -0.9], [0.85, -0.9], [0.2, 0], [0.85, 0.9], [-0.85, 0.9], [-0.2, 0]),
  "other-5": polygon(
    [-1, -0.3],
    [-0.3, -0.3],
    [-0.3, -1],
    [0.3, -1],
    [0.3, -0.3],
    [1, -0.3],
    [1, 0.3],
    [0.3, 0.3],
    [0.3, 1],
    [-0.3, 1],
    [-0.3, 0.3],
    [-1, 0.3],
  ),
  "other-6": [
    ...polygon([-0.9, -0.85], [0.9, -0.85], [0.9, -0.2], [-0.9, -0.2]),
    ...polygon([-0.9, 0.2], [0.9, 0.2], [0.9, 0.85], [-0.9, 0.85]),
  ],
  "other-7": [...disc(0.48, -0.5, -0.4), ...disc(0.48, 0.5, -0.4), ...disc(0.48, 0, 0.5)],
  "other-3": polygon([0.35, -1], [-0.75, 0.15], [-0.1, 0.15], [-0.35, 1], [0.75, -0.15], [0.1, -0.15]),
};

/** The path of a colour's symbol at a position. */
export function symbolPath(colour: string, radius = 1, place: Point = { x: 0, y: 0 }): string {
  const steps = SYMBOLS[tokenOf(colour)] ?? [];
  return steps
    .map(([command, ...numbers]) => command + numbers.map((value, index) => moved(value, index)).join(" "))
    .join("");

  function moved(value: number, index: number): number {
    return Math.round((value * radius + (index % 2 ? place.y : place.x)) * 100) / 100;
  }
}

/** Marks of the five liveries; none of them is a card symbol. */
const MARKS: Step[][] = [
  disc(0.8),
  polygon([-0.95, 0.55], [0, -0.85], [0.95, 0.55], [0.42, 0.75], [0, 0.1], [-0.42, 0.75]),
  [
    ...polygon([-0.75, -0.85], [-0.2, -0.85], [-0.2, 0.85], [-0.75, 0.85]),
    ...polygon([0.2, -0.85], [0.75, -0.85], [0.75, 0.85], [0.2, 0.85]),
  ],
  polygon(
    [-0.3, -0.9],
    [0.3, -0.9],
    [0.3, -0.3],
    [0.9, -0.3],
    [0.9, 0.3],
    [0.3, 0.3],
    [0.3, 0.9],
    [-0.3, 0.9],
    [-0.3, 0.3],
    [-0.9, 0.3],
    [-0.9, -0.3],
    [-0.3, -0.3],
  ),
  polygon([-0.85, -0.85], [0.85, -0.85], [0.18, 0], [0.85, 0.85], [-0.85, 0.85], [-0.18, 0]),
];

export function markPath(style: number): string {
  const steps = MARKS[style % MARKS.length] ?? [];
  return steps.map(([command, ...numbers]) => command + numbers.join(" ")).join("");
}
