/** Flags of border points, so that the points of one country look alike. */

export interface Bands {
  colours: readonly string[];
  /** Vertical bands. */
  upright: boolean;
}

const FLAGS: Record<string, Bands> = {
  austria: { colours: ["red", "white", "red"], upright: false },
  belgium: { colours: ["black", "gold", "red"], upright: true },
  france: { colours: ["blue", "white", "red"], upright: true },
  germany: { colours: ["black", "red", "gold"], upright: false },
  hungary: { colours: ["red", "white", "green"], upright: false },
  ireland: { colours: ["green", "white", "gold"], upright: true },
  italy: { colours: ["green", "white", "red"], upright: true },
  netherlands: { colours: ["red", "white", "blue"], upright: false },
  poland: { colours: ["white", "red"], upright: false },
  spain: { colours: ["red", "gold", "red"], upright: false },
};

const PLAIN: Bands = { colours: ["white", "blue"], upright: false };

/** The flag of a country; unknown ones get a plain default. */
export function flagBands(country: string): Bands {
  return FLAGS[country] ?? PLAIN;
}
