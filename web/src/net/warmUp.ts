/** How far the server has compiled its kernels: on its first start on a machine games have to wait for it. */

import { signal } from "@preact/signals";
import type { WarmUpInfo } from "../wire";
import { api } from "./api";

const AGAIN = 500;

export const warmUp = signal<WarmUpInfo>({ ready: true, share: 1 });

/** Ask until it is ready. A server that does not say is ready. */
export async function followWarmUp(): Promise<void> {
  try {
    warmUp.value = await api.warmUp();
  } catch {
    warmUp.value = { ready: true, share: 1 };
  }
  if (!warmUp.peek().ready) setTimeout(() => void followWarmUp(), AGAIN);
}
