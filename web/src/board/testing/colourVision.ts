/** Simulated colour blindness, and perceptual distance of colours. */

export type Colour = readonly [number, number, number];

/** Machado, Oliveira and Fernandes (2009), complete dichromacy, on linear sRGB. */
export const SIGHTS: Record<string, readonly Colour[]> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

export function fromHex(hex: string): Colour {
  const channel = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16) / 255;
  return [linear(channel(1)), linear(channel(3)), linear(channel(5))];
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function times(matrix: readonly Colour[], [red, green, blue]: Colour): Colour {
  const row = (index: number) => {
    const [a, b, c] = matrix[index] ?? [0, 0, 0];
    return a * red + b * green + c * blue;
  };
  return [row(0), row(1), row(2)];
}

/** A colour as seen with a kind of colour vision. */
export function seenBy(sight: readonly Colour[], colour: Colour): Colour {
  const [red, green, blue] = times(sight, colour).map((value) => Math.max(0, Math.min(1, value)));
  return [red ?? 0, green ?? 0, blue ?? 0];
}

const TO_CONES: Colour[] = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const TO_LAB: Colour[] = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];

/** Perceptual distance, in hundredths of Oklab. */
export function difference(one: Colour, other: Colour): number {
  const [a, b] = [oklab(one), oklab(other)];
  return 100 * Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function oklab(colour: Colour): Colour {
  const [long, middle, short] = times(TO_CONES, colour).map(Math.cbrt);
  return times(TO_LAB, [long ?? 0, middle ?? 0, short ?? 0]);
}

/** Contrast ratio by WCAG 2. */
export function contrast(one: Colour, other: Colour): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminance([red, green, blue]: Colour): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
