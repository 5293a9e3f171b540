import { useEffect, useState } from "preact/hooks";
import { limits } from "./limits.ts";
import { useWords } from "./components/words.ts";
import type { CheckoutPage } from "./page.ts";

/**
 * Returns the customer to the merchant after a countdown that the customer can stop. This happens once in a tab,
 * because a customer who comes back to the page wants to see it, and never while the merchant owes a refund. The
 * countdown runs only while the page is visible.
 */
export function useReturn(page: CheckoutPage, address: string) {
  const { t, announce } = useWords();
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);

  useEffect(() => {
    if (page.money?.refunds_owed || wasTakenBack(page.payment_id)) return;
    setSecondsLeft(limits.returnSeconds);
    announce(t.goingBackSpoken(page.merchant.name, limits.returnSeconds));
  }, []);

  useEffect(() => {
    if (secondsLeft === null) return;
    if (secondsLeft === 0) {
      rememberTakenBack(page.payment_id);
      location.assign(address);
      setSecondsLeft(null);
      return;
    }
    const timer = setInterval(() => {
      if (!document.hidden) setSecondsLeft(secondsLeft - 1);
    }, 1_000);
    return () => clearInterval(timer);
  }, [secondsLeft]);

  return { secondsLeft, stay: () => setSecondsLeft(null) };
}

const storageKey = (paymentId: string) => `tepat-returned-${paymentId}`;

/**
 * Returns whether the customer was already returned to the merchant. Without storage (some private
 * windows) this is unknown, so it returns true: the page must not send the customer away again and again.
 */
function wasTakenBack(paymentId: string): boolean {
  try {
    return sessionStorage.getItem(storageKey(paymentId)) !== null;
  } catch {
    return true;
  }
}

function rememberTakenBack(paymentId: string) {
  sessionStorage.setItem(storageKey(paymentId), "yes");
}
