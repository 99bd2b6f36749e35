/** The switch that lets others in the local network in; only at the computer that serves. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { fetchNetwork, isLocal, letOthersIn, network } from "../net/network";
import "../styles/let-in.css";
import { notifyError } from "./notices";
import { QrPicture } from "./QrPicture";

/** `onChange`: links begin with another address now. */
export function LetOthersIn({ onChange }: { onChange?: () => void }) {
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
          {t("start.let-in")}
          <small>{t(address ? "start.let-in.on" : "start.let-in.off")}</small>
        </span>
      </label>
      {address && <Address />}
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
        <small>{t("start.let-in.firewall")}</small>
      </p>
    </div>
  );
}
