/** Targets of a step: elements with a matching `data-coach`. */

/** The target elements. For one behind a tab, the tab; hidden ones and those under another panel are left out. */
export function pointedAt(points: readonly string[], page: ParentNode = document): Element[] {
  return points.flatMap((point) => {
    const element = selectors(point)
      .flatMap((selector) => [...page.querySelectorAll(selector)])
      .find((element) => isShown(element) && !isUnderPanel(element));
    return element ? [element] : [];
  });
}

function selectors(point: string): string[] {
  const [kind = "", ...rest] = point.split(":");
  const id = rest.join(":");
  if (kind === "route" || kind === "city") return [`[data-${kind}="${CSS.escape(id)}"]`];
  return [`[data-coach~="${kind}"]`, `[data-coach-tab~="${kind}"]`];
}

function isShown(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

/** On a phone, the cards stay under the panel of another tab. The coach itself steps aside. */
function isUnderPanel(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const above = document.elementFromPoint?.(left + width / 2, top + height / 2)?.closest("[data-coach], .side, .tabs");
  return above ? !above.contains(element) && !element.contains(above) : false;
}
