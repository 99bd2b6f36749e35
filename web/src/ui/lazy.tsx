/** Lazy components: loaded on first use, retried with backoff. */

import { signal } from "@preact/signals";
import type { ComponentType, FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { checkFreshness, outdated, saidElsewhere } from "../net/freshness";
import { backoff } from "../lib/backoff";
import { Waiting } from "./Waiting";

type Lazy<Properties> = FunctionComponent<Properties> & {
  /** Preload. */
  fetch(): void;
  /** Whether it is loaded. */
  ready(): boolean;
};

/** `quiet`: no placeholder while loading. */
export function lazy<Properties extends object>(
  load: () => Promise<ComponentType<Properties>>,
  quiet = false,
): Lazy<Properties> {
  const part = signal<ComponentType<Properties> | null>(null);
  const missing = signal(false);
  const waits = backoff();
  let asked = false;

  function fetch(): void {
    if (asked) return;
    asked = true;
    load().then(
      (loaded) => {
        part.value = loaded;
      },
      () => {
        asked = false;
        missing.value = true;
        void checkFreshness(); // an upgraded server no longer has this chunk
        setTimeout(fetch, waits());
      },
    );
  }

  function Part(properties: Properties) {
    useEffect(fetch, []);
    const Found = part.value;
    if (Found) return <Found {...properties} />;
    if (quiet) return null;
    return missing.value ? <Missing /> : <Waiting />;
  }

  return Object.assign(Part, { fetch, ready: () => part.peek() !== null });
}

/** Loading is retried; the button reloads the page at once. */
function Missing() {
  useEffect(() => {
    saidElsewhere.value += 1;
    return () => {
      saidElsewhere.value -= 1;
    };
  }, []);
  return (
    <main class="sorry">
      <h1>{t(outdated.value ? "app.outdated" : "app.no-network")}</h1>
      <p class="sorry-actions">
        <button type="button" class="button primary" onClick={() => location.reload()}>
          {t("app.reload")}
        </button>
      </p>
    </main>
  );
}
