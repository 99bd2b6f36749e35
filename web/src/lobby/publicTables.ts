/** The public lobby of the server, as signals: open tables, games to watch, own ratings. */

import { signal } from "@preact/signals";
import { pollWhileVisible } from "../lib/polling";
import { api } from "../net/api";
import type { LobbyInfo } from "../wire";

const AGAIN = 5000;

/** Null until the server has answered. */
export const lobby = signal<LobbyInfo | null>(null);

/** Ask once whether there is a lobby. */
export function fetchLobby(): void {
  if (lobby.peek() !== null) return;
  api.lobby().then(
    (info) => {
      lobby.value = info;
    },
    () => undefined, // there is none to be seen
  );
}

/** Follow the lobby while the page is visible; returns how to stop. */
export function followLobby(failed: (error: unknown) => void): () => void {
  return pollWhileVisible(() => {
    api.lobby().then((info) => {
      lobby.value = info;
    }, failed);
  }, AGAIN);
}
