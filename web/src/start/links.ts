/** Invitation links. A new link invalidates the previous one, so they are kept in this browser. */

import { signal } from "@preact/signals";
import { api } from "../net/api";
import { fetchNetwork, leadsHere } from "../net/network";
import type { Link } from "../wire";

type Links = Readonly<Record<string, Link>>;

const links = signal<{ table: string; links: Links }>({ table: "", links: {} });
/** Pending requests. */
const making = new Map<string, Promise<void>>();

const key = (table: string) => `ferrovia.links.${table}`;

/** The link to a seat, once it exists. */
export function linkTo(table: string, seat: number): Link | undefined {
  const stored = links.value.table === table ? links.value.links[seat] : undefined;
  return stored && leadsHere(stored.link) ? stored : undefined;
}

/** Ensure a seat has a link: the stored one, or a new one. */
export async function haveLink(table: string, seat: number): Promise<void> {
  if (links.peek().table !== table) links.value = { table, links: kept(table) };
  await fetchNetwork();
  const key = `${table} ${seat}`;
  if (linkTo(table, seat)) return;
  if (!making.has(key))
    making.set(
      key,
      make(table, seat).finally(() => making.delete(key)),
    );
  await making.get(key);
}

async function make(table: string, seat: number): Promise<void> {
  const link = await api.link(table, seat);
  const all = { ...kept(table), ...(links.peek().table === table ? links.peek().links : {}), [seat]: link };
  links.value = { table, links: all };
  try {
    localStorage.setItem(key(table), JSON.stringify(all));
  } catch {
    // without storage they last as long as the page
  }
}

function kept(table: string): Links {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key(table)) ?? "{}");
    return Object.fromEntries(Object.entries(value ?? {}).filter((each): each is [string, Link] => isLink(each[1])));
  } catch {
    return {}; // no storage, or a foreign value
  }
}

function isLink(value: unknown): value is Link {
  if (typeof value !== "object" || value === null) return false;
  return "link" in value && typeof value.link === "string" && "qr" in value && typeof value.qr === "string";
}

/** Delete the links of a started game: they are void. */
export function forgetLinks(table: string): void {
  if (links.peek().table === table) links.value = { table, links: {} };
  try {
    localStorage.removeItem(key(table));
  } catch {
    // no storage
  }
}
