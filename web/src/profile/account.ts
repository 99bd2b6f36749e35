/** The account that this browser is signed in to: its profile is merged with the browser's, and kept up to date. */

import { signal } from "@preact/signals";
import { playerName } from "../lib/settings";
import { api, RequestError } from "../net/api";
import type { AccountInfo } from "../wire";
import { history, playerChanges } from "./history";
import { canUsePasskeys, makePasskey, showPasskey } from "./passkeys";
import { gamesIn, packProfile, profileText, readProfile, unpackProfile } from "./transfer";

const NAMELESS = "Ferrovia";
/** Milliseconds without a change before the profile is saved: a name is not saved letter by letter. */
const PAUSE = 1000;

/** Signing out would lose games that the account does not have. */
export class UnsavedGames extends Error {}

export const account = signal<AccountInfo | null>(null);

/** The profile as the account has it, so far as this page knows. */
let kept = "";
let saving: Promise<void> | null = null;

export const isOffered = () => account.value?.offered === true && (canUsePasskeys() || account.value.account !== null);

/** Ask who is signed in here, and bring the account's games. */
export async function loadAccount(): Promise<void> {
  const since = playerChanges.peek();
  await arrive(await api.account(), since);
}

/** Another player uses this browser from now on: what was asked for before is not theirs. Returns the new count. */
function changePlayer(): number {
  playerChanges.value = playerChanges.peek() + 1;
  return playerChanges.peek();
}

/** Take the account's games over, unless the player has changed since it was asked for. */
async function arrive(info: AccountInfo, since: number): Promise<void> {
  const packed = info.account?.profile;
  const profile = packed ? await unpackProfile(packed) : "";
  if (since !== playerChanges.peek()) return;
  readProfile(profile);
  kept = profile;
  account.value = info;
  await keepProfile();
}

/** Save the profile in the account if it has changed. One request at a time: none overtakes another. */
export function keepProfile(): Promise<void> {
  saving ??= saveChanges().finally(() => (saving = null));
  return saving;
}

async function saveChanges(): Promise<void> {
  const [text, since] = [profileText(), playerChanges.peek()];
  if (!account.peek()?.account || text === kept) return;
  await api.saveProfile(await packProfile());
  if (since === playerChanges.peek()) kept = text;
  await saveChanges(); // it may have changed meanwhile
}

/** Save the profile after a pause; returns how to stop that. */
export function keepProfileSoon(failed: (error: unknown) => void): () => void {
  const pause = setTimeout(() => {
    keepProfile().catch((error: unknown) => {
      if (isSignedOut(error)) leave();
      failed(error);
    });
  }, PAUSE);
  return () => clearTimeout(pause);
}

const isSignedOut = (error: unknown) => error instanceof RequestError && error.code === "not-signed-in";

/** The account is not this browser's any more. */
function leave(info: AccountInfo = { offered: true, account: null }): void {
  changePlayer();
  account.value = info;
}

export async function createAccount(): Promise<void> {
  const name = playerName.peek().trim() || NAMELESS;
  const made = await makePasskey(await api.challenge("create"), name);
  await arrive(await api.createAccount(name, made), changePlayer());
}

export async function signIn(purpose: "sign-in" | "confirm" = "sign-in"): Promise<void> {
  await arrive(await api.signIn(await showPasskey(await api.challenge(purpose))), changePlayer());
}

/** The account keeps the games, this browser forgets them: others may use it. `anyway`: even those that could not be
 * saved in the account. */
export async function signOut(anyway = false): Promise<void> {
  await keepProfile().catch(() => {
    const saved = gamesIn(kept);
    if (!anyway && history.peek().some(({ id }) => !saved.has(id))) throw new UnsavedGames();
  });
  const info = await api.signOut(false).catch((error: unknown) => {
    if (!isSignedOut(error)) throw error;
  });
  leave(info ?? undefined);
  history.value = [];
  playerName.value = "";
  const worker = await navigator.serviceWorker?.getRegistration();
  const alerts = await worker?.pushManager.getSubscription();
  await alerts?.unsubscribe();
}

export async function signOutOthers(): Promise<void> {
  account.value = await api.signOut(true);
}

export async function addPasskey(): Promise<void> {
  const asked = await confirmed(() => api.challenge("add"));
  account.value = await api.addPasskey(await makePasskey(asked, asked.name));
}

export async function removePasskey(id: string): Promise<void> {
  account.value = await confirmed(() => api.removePasskey(id));
}

export async function deleteAccount(): Promise<void> {
  leave(await confirmed(() => api.deleteAccount()));
}

/** Do something for which the server may want to see the passkey once more. */
async function confirmed<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RequestError && error.code === "confirm-first")) throw error;
    await signIn("confirm");
    return work();
  }
}
