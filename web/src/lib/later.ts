/** Panels that are drawn one frame after the signals they read have changed: what the player looks at comes first, and
 * no frame has to draw everything that a move changes. */

import { Component, type ComponentChild, type FunctionComponent, options } from "preact";
import { differ } from "./memo";

/** Milliseconds after which a frame counts as shown: a hidden page shows none. */
const NO_FRAME = 50;

const waiting = new Set<() => void>();
let scheduler = options.requestAnimationFrame;

/** The function keeps its hooks and signals; what its parent changes is drawn at once. */
export function later<Props extends object>(draw: FunctionComponent<Props>): new (props: Props) => Component<Props> {
  return class Later extends Component<Props> {
    static override displayName = draw.name;
    private due = false;

    private readonly redraw = () => {
      this.due = true;
      super.setState({});
    };

    /** Signals call it when they change. */
    override setState(): void {
      waiting.add(this.redraw);
      if (waiting.size > 1 && scheduler === options.requestAnimationFrame) return;
      scheduler = options.requestAnimationFrame; // tests have their own
      (scheduler ?? afterFrame)(redrawAll);
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

function redrawAll(): void {
  const panels = [...waiting];
  waiting.clear();
  for (const redraw of panels) redraw();
}

/** Call back once the frame being made is on the screen. */
function afterFrame(act: () => void): void {
  const shown = () => {
    clearTimeout(limit);
    cancelAnimationFrame(frame);
    setTimeout(act);
  };
  const limit = setTimeout(shown, NO_FRAME);
  const frame = requestAnimationFrame(shown);
}
