/** Lists that stay the same object while their items do: what is memoized by them is not redrawn. */

export function steady<Item>(): (next: readonly Item[]) => readonly Item[] {
  let last: readonly Item[] = [];
  return (next) => {
    const same = next.length === last.length && next.every((item, index) => Object.is(item, last[index]));
    if (!same) last = next;
    return last;
  };
}
