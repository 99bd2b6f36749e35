/** Whether this page is the one the server serves now. A tab may be older than the server that was upgraded under it. */

import { signal } from "@preact/signals";

/** A newer page is there: a quiet notice offers to load it. */
export const outdated = signal(false);

/** How many places of the page say so themselves, so that the notice need not. */
export const saidElsewhere = signal(0);

export function noteOutdated(): void {
  outdated.value = true;
}

/** The script a page begins with, whose name holds its hash. */
export function entryOf(page: string): string | null {
  return /<script[^>]*\ssrc="([^"]+)"/.exec(page)?.[1] ?? null;
}

/** Compare with what the server serves; without an answer nothing is known. */
export async function checkFreshness(): Promise<void> {
  const own = document.querySelector("script[type=module]")?.getAttribute("src");
  try {
    const answer = await fetch("/", { cache: "no-store" });
    const served = answer.ok ? entryOf(await answer.text()) : null;
    if (own && served && own !== served) noteOutdated();
  } catch {
    // no network: asked again after the next reconnection
  }
}
