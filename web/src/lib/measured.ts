/** Places of elements on the screen, asked for without haste: the browser tells them after its next layout. Asking at
 * once would make it lay out the page in the middle of a frame. */

export type Boxes = ReadonlyMap<Element, DOMRectReadOnly>;

/** Call back with the boxes of these elements; returns a function that calls it off. */
export function measure(elements: readonly Element[], tell: (boxes: Boxes) => void): () => void {
  if (elements.length === 0 || typeof IntersectionObserver === "undefined") {
    tell(new Map(elements.map((each) => [each, each.getBoundingClientRect()])));
    return () => undefined;
  }
  const observer = new IntersectionObserver((entries) => {
    observer.disconnect();
    tell(new Map(entries.map(({ target, boundingClientRect }) => [target, boundingClientRect])));
  });
  for (const each of new Set(elements)) observer.observe(each);
  return () => observer.disconnect();
}
