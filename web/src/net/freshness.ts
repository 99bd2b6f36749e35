/** Detects an outdated page: a tab may be older than the upgraded server. */

import { signal } from "@preact/signals";

/** A newer page exists: a notice offers to reload. */
export const outdated = signal(false);

/** How many components show this themselves, which hides the notice. */
export const saidElsewhere = signal(0);

export function noteOutdated(): void {
  outdated.value = true;
}

/** The entry script of a page, whose name contains its hash. */
function entryOf(page: string): string | null {
  return /<script[^>]*\ssrc="([^"]+)"/.exec(page)?.[1] ?? null;
}

/** Compare with the page the server delivers now. */
export async function checkFreshness(): Promise<void> {
  const own = document.querySelector("script[type=module]")?.getAttribute("src");
  try {
    const answer = await fetch("/", { cache: "no-store" });
    const served = answer.ok ? entryOf(await answer.text()) : null;
    if (own && served && own !== served) noteOutdated();
  } catch {
    // no network: checked again after the next reconnection
  }
}
