import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import { personKey, useMerchant } from "./session.tsx";
import { fillInAt, keepTyped } from "./typed-again.ts";

/**
 * Keeps the input of a long form for a reload of its page, and for the browser's back button. A phone unloads the page,
 * without asking, while the person looks something up in another app. What the form itself has chosen, such as an
 * account, it chooses anew.
 */
export function useKeptTyping(): void {
  const owner = personKey(useMerchant());
  const changed = useMemo(() => new WeakSet<EventTarget>(), []);
  useEffect(() => {
    const note = ({ target }: Event) => target !== null && changed.add(target);
    const keep = () => {
      if (document.visibilityState !== "hidden") return;
      keepTyped(owner, { isKept: (field) => changed.has(field) });
    };
    document.addEventListener("input", note);
    document.addEventListener("visibilitychange", keep);
    return () => {
      document.removeEventListener("input", note);
      document.removeEventListener("visibilitychange", keep);
    };
  }, [owner]);

  // A layout effect ends while the fields are still in the document.
  useLayoutEffect(() => {
    const place = { path: location.pathname, step: stepOfHistory() };
    const stop = fillInAt(owner, place.step);
    return () => {
      stop?.();
      keepTyped(owner, { ...place, isKept: (field) => changed.has(field) });
    };
  }, [owner]);
}

/**
 * Returns the name of the present step of the browser's history. A new visit to the same address is another step, so its
 * form is empty.
 */
function stepOfHistory(): string {
  const state = history.state as { step?: string } | null;
  if (state?.step !== undefined) return state.step;
  const step = crypto.randomUUID();
  history.replaceState({ step }, "");
  return step;
}
