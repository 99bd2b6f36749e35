/** Actions after a game: rematch, replay, take back. */

import { useSignal } from "@preact/signals";
import { refusalText } from "../ui/errors";
import { notify, notifyError } from "../ui/notices";
import { go } from "../lib/router";
import { t } from "../i18n";
import { api } from "../net/api";
import type { Accepted, Refused, TableInfo } from "../wire";

export type TakeBackRequest = () => Promise<Accepted | Refused>;

interface ActionsProps {
  table: TableInfo;
  takeBack: TakeBackRequest;
  /** Restart the reveal; null where there is no board. */
  show: (() => void) | null;
}

export function Actions({ table, takeBack, show }: ActionsProps) {
  const played = table.mine.length > 0;
  return (
    <div class="final-actions">
      {played && <Rematch table={table} />}
      {!played && table.rematch && (
        <a class="button primary" href={`/t/${table.rematch}`}>
          {t("final.watch-rematch")}
        </a>
      )}
      {played && table.options.practice && <Back takeBack={takeBack} />}
      <a class="button" href={`/r/${table.id}`}>
        {t("final.replay")}
      </a>
      <a class="button" href={`/api/tables/${table.id}/record`} download={`${table.id}.record`}>
        {t("final.download")}
      </a>
      {show && (
        <button type="button" class="button" onClick={show}>
          {t("final.show")}
        </button>
      )}
      <a class="button" href="/">
        {t("final.home")}
      </a>
    </div>
  );
}

/** In practice games the last move can be taken back, and the game continues. */
function Back({ takeBack }: { takeBack: TakeBackRequest }) {
  const asking = useSignal(false);
  async function back(): Promise<void> {
    asking.value = true;
    const answer = await takeBack();
    asking.value = false;
    if (answer.message === "refused") notify(refusalText(answer));
  }
  return (
    <button type="button" class="button" disabled={asking.value} onClick={() => void back()}>
      {t("final.take-back")}
    </button>
  );
}

/** All players of a table get the same rematch. */
function Rematch({ table }: { table: TableInfo }) {
  const asking = useSignal(false);
  async function again(): Promise<void> {
    asking.value = true;
    try {
      const opened = await api.rematch(table.id);
      go(`/t/${opened.table.id}`);
    } catch (error) {
      notifyError(error);
    } finally {
      asking.value = false;
    }
  }
  return (
    <button type="button" class="button primary" disabled={asking.value} onClick={() => void again()}>
      {t(table.rematch ? "final.join-rematch" : "final.rematch")}
    </button>
  );
}
