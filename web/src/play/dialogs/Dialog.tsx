/** A modal dialog: traps the focus, closes with Esc, restores the focus. */

import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../../i18n";
import { Icon } from "../panels/Icons";

export interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  /** An extra class, for its width. */
  name?: string;
}

export function Dialog({ title, onClose, children, name = "" }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Esc closes it
    <dialog
      ref={dialog}
      class={`dialog ${name}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose(); // a click on the backdrop
      }}
    >
      <div class="dialog-inside">
        <header class="dialog-head">
          <h2 id={heading}>{title}</h2>
          <button type="button" class="button quiet dialog-close" aria-label={t("play.close")} onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
