/** Memoized components: redrawn only when a prop changes. */

import { type ComponentChild, Component, type FunctionComponent, h } from "preact";

/** The inner component keeps its hooks and signals; only renders of its parent are skipped. */
export function memo<Props extends object>(Inner: FunctionComponent<Props>): new (props: Props) => Component<Props> {
  return class Memo extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      return differ(this.props, next);
    }

    override render(props: Props): ComponentChild {
      return h(Inner as FunctionComponent<object>, props);
    }
  };
}

/** Whether two objects differ in a property. Asked for every route of a board: it makes no lists. */
export function differ<Value extends object>(one: Value, other: Value): boolean {
  for (const key in one) if (!Object.is(one[key], other[key])) return true;
  for (const key in other) if (!(key in one)) return true;
  return false;
}
