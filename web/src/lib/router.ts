/** Router: the browser's address as a signal. */

import { computed, signal } from "@preact/signals";

export type Route =
  | { page: "start" }
  | { page: "table"; table: string }
  | { page: "replay"; table: string | null; at: number | null; seat: number | null }
  | { page: "learn"; lesson: string | null }
  | { page: "rules"; rules: string }
  | { page: "join"; code: string }
  | { page: "games" }
  | { page: "admin" }
  | { page: "lobby" }
  | { page: "lost" };

interface Address {
  path: string;
  query: string;
}

const here = signal<Address>(addressOf(globalThis.location));

export const route = computed<Route>(() => routeOf(here.value.path, here.value.query));

const SECRET = "ferrovia.seat-secret";

/** The secret of an invitation or of a profile's link, removed from the address before it can be copied from there. It
 * survives a reload until the player has taken the seat. */
export const seatSecret = signal<string | null>(null);

function addressOf(location: Location | undefined): Address {
  return { path: location?.pathname ?? "/", query: location?.search ?? "" };
}

export function routeOf(path: string, query: string): Route {
  const [first = "", second = ""] = path.split("/").filter(Boolean).map(decode);
  const values = new URLSearchParams(query);
  switch (first) {
    case "":
      return { page: "start" };
    case "t":
      return /^[A-Za-z0-9]+$/.test(second) ? { page: "table", table: second } : { page: "lost" };
    case "r":
      return /^[A-Za-z0-9]+$/.test(second)
        ? { page: "replay", table: second, at: count(values.get("at")), seat: count(values.get("seat")) }
        : { page: "lost" };
    case "replay":
      return { page: "replay", table: null, at: count(values.get("at")), seat: count(values.get("seat")) };
    case "learn":
      return { page: "learn", lesson: second || null };
    case "rules":
      return { page: "rules", rules: second };
    case "games":
      return { page: "games" };
    case "lobby":
      return { page: "lobby" };
    case "admin":
      return { page: "admin" };
    case "join":
      return { page: "join", code: second.toUpperCase() };
    default:
      return { page: "lost" };
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Larger than any move number. */
const MUCH = 999_999;

function count(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text) ? Math.min(Number(text), MUCH) : null;
}

/** Navigate within the page. `replace`: leave no history entry. */
export function go(address: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  seatSecret.value = null;
  takeSecret();
  here.value = addressOf(location);
  if (!replace) globalThis.scrollTo?.(0, 0);
}

/** Handle clicks on internal links without a page load; with a modifier key the browser decides. */
function followLink(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (link.pathname.startsWith("/api/") || link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

function takeSecret(): void {
  const { pathname, search, hash } = location;
  if (!/^\/(t\/|games$)/.test(pathname) || !/^#[\w-]{16,64}$/.test(hash)) return;
  seatSecret.value = hash.slice(1);
  keepSecret(`${pathname} ${hash.slice(1)}`);
  history.replaceState(null, "", pathname + search);
}

function keepSecret(text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(SECRET);
    else sessionStorage.setItem(SECRET, text);
  } catch {
    // without storage the link has to be opened again
  }
}

function recallSecret(): void {
  try {
    const [path, secret] = sessionStorage.getItem(SECRET)?.split(" ") ?? [];
    if (secret && path === location.pathname) seatSecret.value = secret;
  } catch {
    // no storage
  }
}

export function forgetSecret(): void {
  seatSecret.value = null;
  keepSecret(null);
}

/** Start listening to navigation events. */
export function followAddress(): void {
  recallSecret();
  takeSecret();
  addEventListener("popstate", () => {
    seatSecret.value = null;
    takeSecret();
    recallSecret(); // back at a table whose seat is not taken yet
    here.value = addressOf(location);
  });
  addEventListener("hashchange", () => {
    takeSecret();
    here.value = addressOf(location);
  });
  document.addEventListener("click", followLink);
}
