/** Results that are asked for again and again: each is made once. */

export function kept<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const known = new Map<Key, Made>();
  return (key) => {
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
