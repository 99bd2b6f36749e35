/** Targets of a step: elements with a matching `data-coach`. */

/** The target elements. For one behind a tab, the tab; hidden ones are left out. */
export function pointedAt(points: readonly string[], page: ParentNode = document): Element[] {
  return points.flatMap((point) => {
    const found = selectors(point)
      .flatMap((selector) => [...page.querySelectorAll(selector)])
      .find(isShown);
    return found ? [found] : [];
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
