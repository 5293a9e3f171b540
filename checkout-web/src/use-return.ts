import { useEffect, useState } from "preact/hooks";
import { limits } from "./limits.ts";
import { useWords } from "./components/words.ts";
import type { CheckoutPage } from "./page.ts";

/**
 * Takes the customer back to the merchant, unless they would rather stay. Once in a tab: anyone who comes here again with
 * the back button wants to be here. Only a page that is looked at counts down.
 */
export function useReturn(page: CheckoutPage, address: string) {
  const { t, announce } = useWords();
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);

  useEffect(() => {
    if (wasTakenBack(page.payment_id)) return;
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

/** Without storage (some private windows) we cannot know, and a page that always leads away is a trap. */
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
