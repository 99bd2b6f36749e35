/** The open dialog. */

import { CardWord } from "../panels/CardRow";
import { Dialog } from "./Dialog";
import { Differences } from "./Differences";
import { SHORTCUTS } from "../effects/shortcuts";
import { Menu } from "./Menu";
import type { Play } from "../state/play";
import { Settings } from "./Settings";
import { vehicleOf } from "../state/sentences";
import { t } from "../../i18n";

export function Dialogs({ play }: { play: Play }) {
  const close = () => {
    play.state.dialog.value = null;
  };
  switch (play.state.dialog.value) {
    case "help":
      return <Help onClose={close} />;
    case "settings":
      return <Settings onClose={close} />;
    case "rules":
      return <Differences play={play} onClose={close} />;
    case "menu":
      return <Menu play={play} onClose={close} />;
    case "discards":
      return <Discards play={play} onClose={close} />;
    default:
      return null;
  }
}

function Help({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t("play.keys")} onClose={onClose}>
      <dl class="keys">
        {SHORTCUTS.map(([keys, words]) => (
          <div key={keys}>
            <dt>
              {keys.split(", ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(words)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

function Discards({ play, onClose }: { play: Play; onClose: () => void }) {
  const discards = Object.entries(play.state.view.value?.discards ?? {}).filter(([, count]) => count > 0);
  const count = discards.reduce((sum, [, number]) => sum + number, 0);
  return (
    <Dialog title={t("play.discards", { count })} onClose={onClose}>
      <p class="discards">
        {discards.map(([colour, number]) => (
          <CardWord key={colour} colour={colour} count={number} vehicle={vehicleOf(play.state)} />
        ))}
        {discards.length === 0 && t("play.discards-none")}
      </p>
    </Dialog>
  );
}
