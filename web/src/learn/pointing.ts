/** What a step points at, on the screen. */

/** By what the game screen says of itself, or by where things are on it. */
const PLACES: Readonly<Record<string, string>> = {
  board: ".game-board .board",
  offer: ".dock .offer",
  market: ".market-cards",
  deck: ".deck-place:first-child",
  hand: ".dock .hand",
  tickets: ".tickets",
  "ticket-deck": ".deck-place:last-child",
  seats: ".seats",
  claimable: ".game-board .board",
  tunnel: ".dock .tunnel",
  scores: ".final-table",
  hint: "[aria-keyshortcuts=h]",
  rules: ".top-tools",
};

/** The elements meant; those that are not there, or not shown now, are left out. */
export function pointedAt(points: readonly string[], page: ParentNode = document): Element[] {
  return points.flatMap((point) => {
    const found = selectors(point).map((selector) => page.querySelector(selector)).find((each) => each && isShown(each));
    return found ? [found] : [];
  });
}

function selectors(point: string): string[] {
  const [kind = "", ...rest] = point.split(":");
  const id = rest.join(":");
  if (kind === "route" || kind === "city") return [`[data-${kind}="${CSS.escape(id)}"]`];
  return [`[data-coach="${kind}"]`, PLACES[kind]].filter((each) => each !== undefined);
}

function isShown(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}
