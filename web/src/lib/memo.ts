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

function differ(one: object, other: object): boolean {
  const [before, after] = [Object.entries(one), new Map(Object.entries(other))];
  return before.length !== after.size || before.some(([key, value]) => !Object.is(value, after.get(key)));
}
