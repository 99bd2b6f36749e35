/** Accessible tabs: one tab stop, arrow keys between them. */

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";

interface TabListProps<Id extends string> {
  /** Prefix of element ids, unique on the page. */
  name: string;
  label: string;
  tabs: { id: Id; words: string }[];
  chosen: Id;
  choose: (id: Id) => void;
}

export function TabList<Id extends string>({ name, label, tabs, chosen, choose }: TabListProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  function press(event: KeyboardEvent): void {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex(({ id }) => id === chosen);
    const next = tabs[(at + by + tabs.length) % tabs.length];
    if (!next) return;
    choose(next.id);
    list.current?.querySelector<HTMLElement>(`#${name}-tab-${next.id}`)?.focus();
  }
  return (
    <div ref={list} class="tab-list" role="tablist" tabIndex={-1} aria-label={label} onKeyDown={press}>
      {tabs.map(({ id, words }) => (
        <button
          key={id}
          id={`${name}-tab-${id}`}
          type="button"
          role="tab"
          aria-selected={id === chosen}
          aria-controls={`${name}-panel`}
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => choose(id)}
        >
          {words}
        </button>
      ))}
    </div>
  );
}

export function TabPanel({ name, id, children }: { name: string; id: string; children: ComponentChildren }) {
  return (
    <div
      key={id}
      id={`${name}-panel`}
      class="tab-panel"
      role="tabpanel"
      aria-labelledby={`${name}-tab-${id}`}
      tabIndex={0}
    >
      {children}
    </div>
  );
}
