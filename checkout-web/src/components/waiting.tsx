import { useState } from "preact/hooks";
import { formatTime } from "../deadline.ts";
import { limits } from "../limits.ts";
import type { CheckoutPage } from "../page.ts";
import type { Connection } from "../watch-payment.ts";
import { questionLink } from "./question-link.ts";
import { useWords } from "./words.ts";

interface WaitingProps {
  page: CheckoutPage;
  /** Whether there are payment details on the page. */
  canPay: boolean;
  connection: Connection;
  check(): Promise<string | undefined>;
}

/**
 * Shows that the page is waiting for the payment, or the reason why it cannot. Without a script, the link reloads
 * the page.
 */
export function Waiting({ page, canPay, connection, check }: WaitingProps) {
  const { t, language, announce } = useWords();
  const [isChecking, setChecking] = useState(false);
  /** The server's times of the customer's first and last check. */
  const [checks, setChecks] = useState<{ first: string; last: string } | null>(null);
  const { rest } = page;
  const { name } = page.merchant;
  const isPartMissing = canPay && rest !== null && rest.amount > 0;
  // After a part, the seller must confirm the money, and a check says nothing about it.
  const seen = rest === null && connection === "good" ? checks : null;
  const isLate =
    seen !== null && Date.parse(seen.last) - Date.parse(seen.first) >= limits.notSeenMilliseconds;
  const sellerLink =
    connection === "good" && (isPartMissing || isLate) ? questionLink(page, t) : null;
  const state = {
    good:
      rest === null
        ? {
            title: t.waiting,
            hint: seen
              ? `${t.notSeen(formatTime(seen.last, language))} ${t.changesByItself}`
              : t.changesByItself,
          }
        : {
            title: isPartMissing ? t.waitingForRest : t.waitingForSeller(name),
            hint: isPartMissing ? t.restIsChecked(name) : t.changesWhenConfirmed(name),
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
    const pause = new Promise((resolve) => setTimeout(resolve, 600));
    const [time] = await Promise.all([check(), pause]);
    if (time !== undefined) setChecks((known) => ({ first: known?.first ?? time, last: time }));
    setChecking(false);
  }

  return (
    <section class="waiting" data-connection={connection}>
      <span class="dot" aria-hidden="true" />
      <div role="status">
        <p class="waiting-title">{state.title}</p>
        {/* A new paragraph for each check, so that a screen reader also reads an unchanged text. */}
        <p key={seen?.last} class="hint scripted">
          {state.hint}
        </p>
        {isLate && <p class="hint">{t.alreadyPaid(name)}</p>}
        <p class="hint unscripted">{t.reloadToSee}</p>
      </div>
      {!(isPartMissing && sellerLink) && (
        <a class="button" href="" onClick={(event) => void checkNow(event)}>
          {isChecking ? t.checking : t.checkNow}
        </a>
      )}
      {sellerLink && (
        <a class="button" href={sellerLink} rel="noreferrer">
          {t.askSeller}
        </a>
      )}
    </section>
  );
}
