/** The server's rules and bots, loaded once, with retries. */

import { signal } from "@preact/signals";
import { notifyError } from "../ui/notices";
import { api } from "../net/api";
import { rulesInOrder } from "../net/rulesOrder";
import type { BotOffer, RulesOffer } from "../wire";

export const rulesOffered = signal<RulesOffer[]>([]);
export const botsOffered = signal<BotOffer[]>([]);
const AGAIN = 4000;
let asked = false;

export function fetchOffers(): void {
  if (asked) return;
  asked = true;
  void fetch();
}

async function fetch(again = false): Promise<void> {
  try {
    const [rules, bots] = await Promise.all([api.rulesOffered(), api.bots()]);
    rulesOffered.value = rulesInOrder(rules);
    botsOffered.value = bots;
  } catch (error) {
    if (!again) notifyError(error);
    setTimeout(() => void fetch(true), AGAIN);
  }
}

/** A bot's measured Elo; 1500 is the average of the five levels. */
export function strengthOf(bot: BotOffer, rules: string): number | null {
  const elo = bot.elo[rules];
  return elo === undefined ? null : 1500 + Math.round(elo / 10) * 10;
}
