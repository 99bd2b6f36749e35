/** Links to free seats. A new link makes the one before worthless, so those that were made are kept for this browser. */

import { signal } from "@preact/signals";
import { api } from "../net/api";
import type { Link } from "../wire";

type Links = Readonly<Record<string, Link>>;

/** The links of the table that is being opened. */
const links = signal<{ table: string; links: Links }>({ table: "", links: {} });
/** Requests that are on their way. */
const making = new Map<string, Promise<void>>();

const key = (table: string) => `ferrovia.links.${table}`;

/** The link to a seat, as soon as there is one. */
export function linkTo(table: string, seat: number): Link | undefined {
  return links.value.table === table ? links.value.links[seat] : undefined;
}

/** See to it that a seat has a link: the one that was made here before, else a new one. */
export async function haveLink(table: string, seat: number): Promise<void> {
  if (links.peek().table !== table) links.value = { table, links: kept(table) };
  const wish = `${table} ${seat}`;
  if (links.peek().links[seat]) return;
  if (!making.has(wish))
    making.set(
      wish,
      make(table, seat).finally(() => making.delete(wish)),
    );
  await making.get(wish);
}

async function make(table: string, seat: number): Promise<void> {
  const link = await api.link(table, seat);
  const all = { ...kept(table), ...(links.peek().table === table ? links.peek().links : {}), [seat]: link };
  links.value = { table, links: all };
  try {
    localStorage.setItem(key(table), JSON.stringify(all));
  } catch {
    // a browser that keeps nothing: they last as long as the page
  }
}

function kept(table: string): Links {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key(table)) ?? "{}");
    return Object.fromEntries(Object.entries(value ?? {}).filter((each): each is [string, Link] => isLink(each[1])));
  } catch {
    return {}; // no storage, or not ours
  }
}

function isLink(value: unknown): value is Link {
  if (typeof value !== "object" || value === null) return false;
  return "link" in value && typeof value.link === "string" && "qr" in value && typeof value.qr === "string";
}

/** The game has begun: secrets that open nothing any more need not lie about. */
export function forgetLinks(table: string): void {
  if (links.peek().table === table) links.value = { table, links: {} };
  try {
    localStorage.removeItem(key(table));
  } catch {
    // nothing was kept
  }
}
