import { useState } from "preact/hooks";
import type { Connection } from "../watch-payment.ts";
import { useWords } from "./words.ts";

interface WaitingProps {
  /** Whether there are payment details on the page. */
  canPay: boolean;
  /**
   * The seller who must confirm money that came in parts, or null if Tepat detects the payment
   * automatically.
   */
  confirmedBy?: string | null;
  /** Whether part of the money is still missing. */
  isPartMissing?: boolean;
  /** A chat with the seller. It replaces the check, because only the seller can say more about the rest. */
  sellerLink?: string | null;
  connection: Connection;
  check(): Promise<void>;
}

/**
 * Shows that the page is waiting for the payment, or the reason why it cannot. Without a script, the link reloads
 * the page.
 */
export function Waiting({
  canPay,
  confirmedBy = null,
  isPartMissing = false,
  sellerLink = null,
  connection,
  check,
}: WaitingProps) {
  const { t, announce } = useWords();
  const [isChecking, setChecking] = useState(false);
  const state = {
    good:
      confirmedBy === null
        ? { title: t.waiting, hint: t.changesByItself }
        : {
            title: isPartMissing ? t.waitingForRest : t.waitingForSeller(confirmedBy),
            hint: isPartMissing
              ? t.restIsChecked(confirmedBy)
              : t.changesWhenConfirmed(confirmedBy),
          },
    slow: { title: t.slow, hint: canPay ? `${t.slowHint} ${t.detailsHold}` : t.slowHint },
    offline: {
      title: t.offline,
      hint: canPay ? `${t.offlineHint} ${t.detailsHold}` : t.offlineHint,
    },
  }[connection];

  async function checkNow(event: Event) {
    event.preventDefault();
    if (isChecking) return;
    setChecking(true);
    announce(t.checking);
    // Keeps "checking" visible for a moment: after an instant response, the button would seem to do
    // nothing.
    const seen = new Promise((resolve) => setTimeout(resolve, 600));
    await Promise.all([check(), seen]);
    setChecking(false);
  }

  return (
    <section class="waiting" data-connection={connection}>
      <span class="dot" aria-hidden="true" />
      <div role="status">
        <p class="waiting-title">{state.title}</p>
        <p class="hint scripted">{state.hint}</p>
        <p class="hint unscripted">{t.reloadToSee}</p>
      </div>
      {sellerLink !== null && connection === "good" ? (
        <a class="button" href={sellerLink} rel="noreferrer">
          {t.askSeller}
        </a>
      ) : (
        <a class="button" href="" onClick={(event) => void checkNow(event)}>
          {isChecking ? t.checking : t.checkNow}
        </a>
      )}
    </section>
  );
}
