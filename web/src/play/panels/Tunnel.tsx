/** The surcharge of a tunnel: what it costs, and the payments. The turned cards lie over the tunnel. */

import { routeName, t } from "../../i18n";
import type { Legal } from "../../wire";
import { CardRow } from "./CardRow";
import { surcharges } from "../state/moves";
import type { Play } from "../state/play";
import { surchargeWords, vehicleOf } from "../state/sentences";
import { lastAttempt } from "../state/recent";
import { turnTime } from "./TunnelReveal";

export function TunnelBar({ play, legal }: { play: Play; legal: Legal }) {
  const attempt = lastAttempt(play.store.log.value);
  const board = play.store.rules.value?.board;
  const ways = surcharges(legal);
  if (!attempt || !board) return null;
  return (
    <div class="tunnel" data-coach="tunnel" style={{ "--turn": turnTime() }}>
      <p class="action-words">
        <b>{routeName(board, attempt.route)}</b> {surchargeWords(play.state, attempt)}
      </p>
      <div class="action-buttons">
        {ways.map((move) => (
          <button
            key={move}
            type="button"
            class="button primary surcharge"
            disabled={!play.state.free.value}
            onClick={() => void play.actions.act(move)}
          >
            {t("play.tunnel.pay")} <CardRow cards={move.slice("surcharge ".length)} vehicle={vehicleOf(play.state)} />
          </button>
        ))}
        {ways.length === 0 && <span class="faint">{t("play.tunnel.too-dear")}</span>}
        <button
          type="button"
          class="button"
          disabled={!play.state.free.value}
          onClick={() => void play.actions.act("refuse")}
        >
          {t("play.tunnel.refuse")}
        </button>
      </div>
    </div>
  );
}
