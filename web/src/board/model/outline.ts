/** Simplified coastlines for small pictures. */

/** Points closer to the previous one than this, in board units, are dropped. */
const COARSE = 5;

const known = new Map<string, string>();

/** Simplify a path of the land (M, l, q, z as the drawing writes them) to straight segments. */
export function outline(path: string): string {
  let outline = known.get(path);
  if (outline === undefined) {
    outline = path.split("M").filter(Boolean).map(coarse).join("");
    known.set(path, outline);
  }
  return outline;
}

function coarse(ring: string): string {
  const pieces = ring.match(/[lqz][^lqz]*|^[^lqz]+/g) ?? [];
  let [x, y, lastX, lastY] = [0, 0, 0, 0];
  let result = "";
  for (const piece of pieces) {
    const numbers = (piece.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    x += numbers.at(-2) ?? 0;
    y += numbers.at(-1) ?? 0;
    if (result && Math.hypot(x - lastX, y - lastY) < COARSE) continue;
    result += `${result ? "L" : "M"}${Math.round(x)} ${Math.round(y)}`;
    [lastX, lastY] = [x, y];
  }
  return `${result}Z`;
}
