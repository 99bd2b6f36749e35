/** The secret link of a seat, also as a QR code: to play it on another screen, or to get it back when this browser is
 * lost. Its player can withdraw it. */

import { useSignal } from "@preact/signals";
import { copy } from "../../ui/clipboard";
import { notify, notifyError } from "../../ui/notices";
import { QrPicture } from "../../ui/QrPicture";
import { LetOthersIn } from "../../ui/LetOthersIn";
import { t } from "../../i18n";
import { api } from "../../net/api";
import type { Link } from "../../wire";
import { Icon } from "../panels/Icons";
import type { Play } from "../state/play";

export function SeatLink({ play }: { play: Play }) {
  const link = useSignal<Link | null>(null);
  const make = () => {
    api.link(play.store.id, play.store.seat.peek()).then((made) => {
      link.value = made;
    }, notifyError);
  };
  if (!link.value) {
    return (
      <button type="button" class="menu-item" onClick={make}>
        <Icon name="screen" />
        {t("play.elsewhere")}
      </button>
    );
  }
  const withdraw = () => {
    api.withdrawLink(play.store.id, play.store.seat.peek()).then(() => {
      link.value = null;
      notify(t("play.elsewhere.withdrawn"), "good");
    }, notifyError);
  };
  return <Shown link={link.value} make={make} withdraw={withdraw} />;
}

function Shown({ link, make, withdraw }: { link: Link; make: () => void; withdraw: () => void }) {
  return (
    <div class="elsewhere">
      <p>{t("play.elsewhere-words")}</p>
      <LetOthersIn whom="devices" onChange={make} />
      <QrPicture svg={link.qr} words={t("play.elsewhere")} />
      <input
        class="field"
        type="text"
        readOnly
        value={link.link}
        aria-label={t("play.elsewhere")}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button type="button" class="button" onClick={() => void copy(link.link)}>
        {t("play.copy")}
      </button>
      <button type="button" class="button quiet" onClick={withdraw}>
        {t("play.elsewhere.withdraw")}
      </button>
    </div>
  );
}
