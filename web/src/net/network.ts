/** Whether this computer lets others in the local network in, and where they find it. */

import { signal } from "@preact/signals";
import type { NetworkInfo } from "../wire";
import { api } from "./api";

const CLOSED: NetworkInfo = { offered: false, address: null, qr: null };

export const network = signal<NetworkInfo>(CLOSED);

export function isLocal(): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
}

let asked: Promise<void> | null = null;

/** Ask the server, once; elsewhere than at the computer itself nothing is offered. */
export function fetchNetwork(): Promise<void> {
  asked ??= isLocal() ? fetch() : Promise.resolve();
  return asked;
}

async function fetch(): Promise<void> {
  try {
    network.value = await api.network();
  } catch {
    asked = null; // the page works without, and asks again
  }
}

export async function letOthersIn(open: boolean): Promise<void> {
  network.value = await api.openNetwork(open);
}

/** What links that people share begin with. */
export function sharedOrigin(): string {
  return network.value.address ?? location.origin;
}

/** Whether a link leads to where others come in: not if it was made before the switch was flipped. */
export function leadsHere(link: string): boolean {
  return !network.value.offered || link.startsWith(`${sharedOrigin()}/`);
}
