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

const TO_XYZ: Colour[] = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const WHITE: Colour = [0.95047, 1, 1.08883];

function cielab(colour: Colour): Colour {
  const [x, y, z] = times(TO_XYZ, colour).map((value, index) => curved(value / (WHITE[index] ?? 1)));
  return [116 * (y ?? 0) - 16, 500 * ((x ?? 0) - (y ?? 0)), 200 * ((y ?? 0) - (z ?? 0))];
}

function curved(value: number): number {
  return value > 216 / 24389 ? Math.cbrt(value) : ((24389 / 27) * value + 16) / 116;
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const seventh = (chroma: number) => Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));

/** CIEDE2000 (Sharma, Wu and Dalal 2005). */
export function deltaE(one: Colour, other: Colour): number {
  const [[l1, a1, b1], [l2, a2, b2]] = [cielab(one), cielab(other)];
  const stretch = 1 + 0.5 * (1 - seventh((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2));
  const [c1, c2] = [Math.hypot(a1 * stretch, b1), Math.hypot(a2 * stretch, b2)];
  const hue = (a: number, b: number) => ((Math.atan2(b, a * stretch) * 180) / Math.PI + 360) % 360;
  const [h1, h2] = [hue(a1, b1), hue(a2, b2)];
  const turn = ((h2 - h1 + 540) % 360) - 180;
  const [light, chroma] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const middle = c1 * c2 === 0 ? h1 + h2 : (h1 + turn / 2 + 360) % 360;
  const wave =
    1 -
    0.17 * Math.cos(radians(middle - 30)) +
    0.24 * Math.cos(radians(2 * middle)) +
    0.32 * Math.cos(radians(3 * middle + 6)) -
    0.2 * Math.cos(radians(4 * middle - 63));
  const lightness = (l2 - l1) / (1 + (0.015 * (light - 50) ** 2) / Math.sqrt(20 + (light - 50) ** 2));
  const saturation = (c2 - c1) / (1 + 0.045 * chroma);
  const tint = (2 * Math.sqrt(c1 * c2) * Math.sin(radians(c1 * c2 === 0 ? 0 : turn) / 2)) / (1 + 0.015 * chroma * wave);
  const rotation = -Math.sin(radians(60 * Math.exp(-(((middle - 275) / 25) ** 2)))) * 2 * seventh(chroma);
  return Math.sqrt(lightness ** 2 + saturation ** 2 + tint ** 2 + rotation * saturation * tint);
}
