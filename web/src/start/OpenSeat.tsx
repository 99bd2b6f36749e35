/** A free seat: the host copies its link, shows it as a QR code, or seats a bot. */

import { useEffect } from "preact/hooks";
import { copy } from "../ui/clipboard";
import { notifyError } from "../ui/notices";
import { QrPicture } from "../ui/QrPicture";
import { t } from "../i18n";
import { api } from "../net/api";
import { sharedOrigin } from "../net/network";
import type { Link, TableInfo } from "../wire";
import { haveLink, linkTo } from "./links";
import { botsOffered } from "./offers";
import { botLabel } from "./SeatRows";

interface OpenSeatProps {
  table: TableInfo;
  seat: number;
  /** Whether its QR code is shown, and how to change that. */
  coded: boolean;
  toggle: () => void;
}

export function OpenSeat({ table, seat, coded, toggle }: OpenSeatProps) {
  const link = linkTo(table.id, seat);
  useEffect(() => {
    if (table.host) haveLink(table.id, seat).catch(notifyError);
  }, [table.id, seat, table.host, sharedOrigin()]);
  return (
    <div class="open-seat">
      <div class="open-seat-head">
        <em>{t("start.seat.open")}</em>
        {table.host && <FillWithBot table={table} seat={seat} />}
      </div>
      {link && table.host && <Invitation link={link} number={seat + 1} coded={coded} toggle={toggle} />}
    </div>
  );
}

function FillWithBot({ table, seat }: { table: TableInfo; seat: number }) {
  const fill = (bot: string) => {
    if (bot) api.seatBot(table.id, seat, bot).catch(notifyError);
  };
  return (
    <select
      class="field"
      aria-label={t("start.fill", { number: seat + 1 })}
      value=""
      onChange={(event) => fill(event.currentTarget.value)}
    >
      <option value="">{t("start.fill-short")}</option>
      {botsOffered.value.map((bot) => (
        <option key={bot.name} value={bot.name}>
          {botLabel(bot)}
        </option>
      ))}
    </select>
  );
}

interface InvitationProps extends Pick<OpenSeatProps, "coded" | "toggle"> {
  link: Link;
  number: number;
}

function Invitation({ link, number, coded, toggle }: InvitationProps) {
  const title = t("start.link-of", { number });
  return (
    <div class="invitation">
      <input
        class="field"
        type="text"
        readOnly
        value={link.link}
        aria-label={title}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div class="invitation-buttons">
        <button type="button" class="button" onClick={() => void copy(link.link)}>
          {t("start.copy")}
        </button>
        {"share" in navigator && (
          <button type="button" class="button" onClick={() => void share(link.link)}>
            {t("start.share")}
          </button>
        )}
        <button type="button" class="button" aria-expanded={coded} onClick={toggle}>
          {t("start.qr")}
        </button>
      </div>
      {coded && <QrPicture svg={link.qr} words={t("start.qr-of", { number })} />}
    </div>
  );
}

async function share(link: string): Promise<void> {
  try {
    await navigator.share({ title: "Ferrovia", text: t("start.share-words"), url: link });
  } catch {
    // the share dialog was cancelled
  }
}
