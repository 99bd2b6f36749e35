/** The operator's requests. The token stays in this tab, and goes along as a header, never as a cookie: another site
 * cannot send it. */

import { signal } from "@preact/signals";
import { request, RequestError } from "../net/api";
import type { AdminAccount, AdminState, AdminTable, OrderInfo } from "../wire";

const PLACE = "ferrovia.admin-token";

export const token = signal(recall());
export const state = signal<AdminState | null>(null);
export const tables = signal<readonly AdminTable[]>([]);
export const wanted = signal({ status: "playing", text: "" });
/** The accounts that were looked for; null before that. */
export const accounts = signal<readonly AdminAccount[] | null>(null);
let sought = "";
let searches = 0;

function recall(): string {
  try {
    return sessionStorage.getItem(PLACE) ?? "";
  } catch {
    return "";
  }
}

export function signInAsOperator(text: string): void {
  token.value = text.trim();
  try {
    sessionStorage.setItem(PLACE, token.value);
  } catch {
    // without storage it has to be typed again after a reload
  }
}

export function signOutOperator(): void {
  signInAsOperator("");
  state.value = null;
  tables.value = [];
  accounts.value = null;
  searches++;
}

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  try {
    return await request<Answer>(method, `/api/admin${path}`, body, { authorization: `Bearer ${token.value}` });
  } catch (error) {
    if (error instanceof RequestError && error.code === "wrong-admin-token") signOutOperator();
    throw error;
  }
}

/** Fetch everything that is shown. */
export async function refresh(): Promise<void> {
  const { status, text } = wanted.value;
  const query = new URLSearchParams({ text, ...(status ? { status } : {}) });
  state.value = await ask<AdminState>("GET", "");
  tables.value = await ask<AdminTable[]>("GET", `/tables?${query}`);
}

export async function findAccounts(text: string): Promise<void> {
  sought = text;
  const search = ++searches;
  const matches = await ask<AdminAccount[]>("GET", `/accounts?${new URLSearchParams({ text })}`);
  if (search === searches) accounts.value = matches; // answers may overtake one another
}

export function gamesOf(account: string): Promise<readonly AdminTable[]> {
  return ask<AdminTable[]>("GET", `/accounts/${account}/tables`);
}

/** Carry out an order about an account, then show what has become of it. */
async function accountOrder(method: string, path: string): Promise<void> {
  await ask<AdminAccount>(method, `/accounts/${path}`);
  await findAccounts(sought);
}

/** Carry out an order, then show what has become of it. */
async function order(work: Promise<unknown>): Promise<void> {
  await work;
  await refresh();
}

export const orders = {
  close: (table: string) => order(ask<AdminTable>("POST", `/tables/${table}/close`)),
  mute: (table: string, muted: boolean) => order(ask<AdminTable>("PUT", `/tables/${table}/mute`, { muted })),
  ban: (address: string, hours: number | null, note: string) =>
    order(ask<OrderInfo[]>("POST", "/bans", { address, hours, note })),
  lift: (address: string) => order(ask<OrderInfo[]>("POST", "/bans/lift", { address })),
  signAccountOut: (account: string) => accountOrder("POST", `${account}/sign-out`),
  withdrawPasskey: (account: string, passkey: string) => accountOrder("DELETE", `${account}/passkeys/${passkey}`),
  closeAccount: (account: string) => accountOrder("DELETE", account),
  readOnly: (on: boolean) => order(ask<OrderInfo[]>("PUT", "/read-only", { on })),
};
