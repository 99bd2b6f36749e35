/** The switch that lets others in the local network in; only at the computer that serves. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { fetchNetwork, isLocal, letOthersIn, network } from "../net/network";
import "../styles/let-in.css";
import { notifyError } from "./notices";
import { QrPicture } from "./QrPicture";

interface LetOthersInProps {
  /** Who is let in: friends, or the player's own devices. */
  whom?: "friends" | "devices";
  /** Whether to show the address. Not beside another QR code: a player would scan the wrong one. */
  shows?: boolean;
  /** Links begin with another address now. */
  onChange?: () => void;
}

export function LetOthersIn({ whom = "friends", shows = false, onChange }: LetOthersInProps) {
  const busy = useSignal(false);
  useEffect(() => {
    void fetchNetwork();
  }, []);
  if (!isLocal()) return null;
  const { offered, address } = network.value;
  if (!offered) return <p class="setup-words only-here">{t("start.only-here")}</p>;
  const flip = async (open: boolean) => {
    busy.value = true;
    try {
      await letOthersIn(open);
      onChange?.();
    } catch (error) {
      notifyError(error);
    } finally {
      busy.value = false;
    }
  };
  return (
    <section class={`let-in ${address ? "open" : ""}`}>
      <label class="let-in-switch">
        <input
          type="checkbox"
          checked={address !== null}
          disabled={busy.value}
          onChange={(event) => void flip(event.currentTarget.checked)}
        />
        <span>
          {t(`start.let-in.${whom}`)}
          <small>{t(address ? `start.let-in.${whom}.on` : "start.let-in.off")}</small>
        </span>
      </label>
      {address && shows && <Address />}
      {address && !shows && <small>{t("start.let-in.firewall")}</small>}
    </section>
  );
}

function Address() {
  const { address, qr } = network.value;
  return (
    <div class="let-in-address">
      {qr && <QrPicture svg={qr} words={t("start.let-in.qr")} />}
      <p>
        <output>{address}</output>
        <small>
          {t("start.let-in.scan")} {t("start.let-in.firewall")}
        </small>
      </p>
    </div>
  );
}
