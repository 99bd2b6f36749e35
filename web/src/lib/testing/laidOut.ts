/** A page without frames: an observer that tells at once where elements lie, as a browser does after its next layout. */

export class LaidOut {
  private readonly seen: Element[] = [];

  constructor(
    private readonly tell: (entries: Pick<IntersectionObserverEntry, "target" | "boundingClientRect">[]) => void,
  ) {}

  observe(element: Element): void {
    if (this.seen.push(element) === 1) queueMicrotask(() => this.report());
  }

  disconnect(): void {
    this.seen.length = 0;
  }

  private report(): void {
    const entries = this.seen.map((target) => ({ target, boundingClientRect: target.getBoundingClientRect() }));
    if (entries.length > 0) this.tell(entries);
  }
}
