/** Cache of rules and drawings, by hash. */

import { api } from "../net/api";
import type { Drawing, RulesInfo, RulesShown } from "../wire";

const rules = new Map<string, Promise<RulesShown>>();
const drawings = new Map<string, Promise<Drawing>>();

function once<Value>(requests: Map<string, Promise<Value>>, key: string, fetch: () => Promise<Value>): Promise<Value> {
  const request = requests.get(key) ?? fetch();
  requests.set(key, request);
  request.catch(() => requests.delete(key)); // do not cache failures
  return request;
}

export function rulesOf(info: Pick<RulesInfo, "id" | "hash">): Promise<RulesShown> {
  return once(rules, info.hash, () => api.rules(info.id));
}

export function drawingOf(info: Pick<RulesInfo, "id" | "hash">): Promise<Drawing> {
  return once(drawings, info.hash, () => api.drawing(info.id, info.hash));
}
