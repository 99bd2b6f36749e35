/** Parses and validates WebSocket frames. A proxy in between may send anything. */

import type { ServerMessage } from "../wire";

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const hasTable = ({ table }: Fields) => isObject(table);
const hasSights = (each: Fields) => hasTable(each) && Array.isArray(each.sights);
const hasId = ({ id }: Fields) => typeof id === "string" || id === null;

/** The fields each message needs at least. */
const SHAPES: Record<ServerMessage["message"], (each: Fields) => boolean> = {
  snapshot: hasSights,
  update: hasSights,
  table: hasTable,
  accepted: hasId,
  refused: hasId,
  hint: hasId,
  explained: hasId,
  typed: hasId,
  pong: () => true,
};

/** The message of a frame; null for unknown ones. */
export function readFrame(data: unknown): ServerMessage | null {
  if (typeof data !== "string") return null;
  try {
    const value: unknown = JSON.parse(data);
    return isMessage(value) ? value : null;
  } catch {
    return null;
  }
}

function isMessage(value: unknown): value is ServerMessage {
  if (!isObject(value) || typeof value.message !== "string") return false;
  return Object.hasOwn(SHAPES, value.message) && SHAPES[value.message as ServerMessage["message"]](value);
}
