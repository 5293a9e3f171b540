import { useEffect } from "preact/hooks";
import { personKey, useMerchant } from "./session.tsx";
import { keepTyped } from "./typed-again.ts";

/**
 * Keeps the input of a long form for a reload of its page. A phone unloads the page, without asking, while the person
 * looks something up in another app.
 */
export function useKeptTyping(): void {
  const owner = personKey(useMerchant());
  useEffect(() => {
    const keep = () => {
      if (document.visibilityState === "hidden") keepTyped(owner);
    };
    document.addEventListener("visibilitychange", keep);
    return () => document.removeEventListener("visibilitychange", keep);
  }, [owner]);
}
