/** Structural sharing: of a message that repeats most of the last one, what did not change stays the same object, and
 * what is memoized by it is not drawn again. */

/** `next`, with every part of `last` that is equal in place of its own. For JSON values. */
export function shared<Value>(last: Value | null, next: Value): Value {
  if (!isBranch(last) || !isBranch(next) || Array.isArray(last) !== Array.isArray(next)) return next;
  return Array.isArray(next) ? sharedList(last, next) : sharedRecord(last, next);
}

type Branch = Record<string, unknown>;

function isBranch(value: unknown): value is Branch {
  return typeof value === "object" && value !== null;
}

function sharedList<Value>(last: Branch, next: Value & unknown[]): Value {
  const list = next.map((each, index): unknown => shared(last[index], each));
  const same = last.length === list.length && list.every((each, index) => each === last[index]);
  return (same ? last : list) as Value;
}

function sharedRecord<Value>(last: Branch, next: Value & Branch): Value {
  const record: Branch = {};
  let same = Object.keys(last).length === Object.keys(next).length;
  for (const key in next) {
    record[key] = shared(last[key], next[key]);
    same &&= key in last && record[key] === last[key];
  }
  return (same ? last : record) as Value;
}
