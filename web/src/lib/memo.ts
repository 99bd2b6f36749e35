/** Memoized components: redrawn only when a prop changes. */

import { type ComponentChild, Component, type FunctionComponent } from "preact";

/** Hooks and signals of the function draw it again as ever; only renders of its parent are skipped. It is one component,
 * not two: a board has hundreds. */
export function memo<Props extends object>(draw: FunctionComponent<Props>): new (props: Props) => Component<Props> {
  return class Memo extends Component<Props> {
    static override displayName = draw.name;
    private due = false;

    /** Signals call it when they change. */
    override setState(): void {
      this.due = true;
      super.setState({});
    }

    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      return this.due || differ(this.props, next);
    }

    override render(props: Props): ComponentChild {
      this.due = false;
      return draw.call(this, props);
    }
  };
}

/** Whether two objects differ in a property. Asked for every route of a board: it makes no lists. */
export function differ<Value extends object>(one: Value, other: Value): boolean {
  for (const key in one) if (!Object.is(one[key], other[key])) return true;
  for (const key in other) if (!(key in one)) return true;
  return false;
}
