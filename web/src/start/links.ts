/** Links to free seats. A new link makes the one before worthless, so those that were made are kept for this browser. */

import { signal } from "@preact/signals";
import { api } from "../net/api";
import type { Link } from "../wire";

type Links = Record<number, Link>;

/** The links of the table that is being opened. */
export const links = signal<Links>({});
let shown = "";

const key = (table: string) => `ferrovia.links.${table}`;

/** Show the links of a table that were made here before. */
export function recallLinks(table: string): void {
  if (shown === table) return;
  shown = table;
  try {
    links.value = JSON.parse(localStorage.getItem(key(table)) ?? "{}") as Links;
  } catch {
    links.value = {};
  }
}

/** Make a link to a seat. */
export async function makeLink(table: string, seat: number): Promise<Link> {
  const link = await api.link(table, seat);
  links.value = { ...links.value, [seat]: link };
  try {
    localStorage.setItem(key(table), JSON.stringify(links.value));
  } catch {
    // a browser that keeps nothing: they last as long as the page
  }
  return link;
}

/** The game has begun: secrets that open nothing any more need not lie about. */
export function forgetLinks(table: string): void {
  if (shown === table) links.value = {};
  try {
    localStorage.removeItem(key(table));
  } catch {
    // nothing was kept
  }
}
