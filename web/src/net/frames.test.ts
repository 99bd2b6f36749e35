import { expect, it } from "vitest";
import { snapshot, tableInfo } from "./testing/fakeSocket";
import { readFrame } from "./frames";

it.each([
  snapshot(3),
  { message: "table", table: tableInfo() },
  { message: "accepted", id: "1", seq: 2 },
  { message: "pong" },
])("reads $message", (message) => expect(readFrame(JSON.stringify(message))).toEqual(message));

it.each([
  "<html>",
  "",
  "null",
  "5",
  "[]",
  '"pong"',
  "{}",
  '{"message":7}',
  '{"message":"toString"}',
  '{"message":"weather"}',
  '{"message":"table"}',
  '{"message":"refused"}',
  JSON.stringify({ ...snapshot(3), sights: null }),
  new Blob(["{}"]),
  new ArrayBuffer(3),
])("passes over %s", (data) => expect(readFrame(data)).toBeNull());
