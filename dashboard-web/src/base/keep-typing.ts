import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { newFormKey } from "./form-key.ts";
import { personKey, useMerchant } from "./session.tsx";
import { fillInAt, forgetTyped, keepTyped, type Field } from "./typed-again.ts";

/**
 * Keeps the input of a long form for a reload of its page, and for the browser's back button. A phone unloads the page,
 * without asking, while the person looks something up in another app. A value that the form itself chose, such as an
 * account, is not kept: the form chooses again. The form's key is kept with the input: a form sent again after a lost
 * response must not create a second record. Returns a function to call once the form was sent, so that nothing is kept.
 */
export function useKeptTyping(): () => void {
  const owner = personKey(useMerchant());
  const changed = useMemo(() => new WeakSet<EventTarget>(), []);
  const isSent = useRef(false);
  const isKept = (field: Field) => field.name === "form_key" || changed.has(field);
  useEffect(() => {
    const keep = () => {
      if (document.visibilityState !== "hidden" || isSent.current) return;
      keepTyped(owner, { isKept });
    };
    document.addEventListener("visibilitychange", keep);
    return () => document.removeEventListener("visibilitychange", keep);
  }, [owner]);

  // A layout effect ends while the fields are still in the document.
  useLayoutEffect(() => {
    // Restored input counts as changed, so that a second reload keeps it too. It comes before any ordinary effect.
    const note = ({ target }: Event) => target !== null && changed.add(target);
    document.addEventListener("input", note);
    const place = { path: location.pathname, step: stepOfHistory() };
    const stop = fillInAt(owner, place.step);
    return () => {
      stop?.();
      document.removeEventListener("input", note);
      if (!isSent.current) keepTyped(owner, { ...place, isKept });
    };
  }, [owner]);

  return () => {
    isSent.current = true;
    forgetTyped();
  };
}

/**
 * Returns the name of the present step of the browser's history. A new visit to the same address is another step, so its
 * form is empty.
 */
function stepOfHistory(): string {
  const state = history.state as { step?: string } | null;
  if (state?.step !== undefined) return state.step;
  const step = newFormKey();
  history.replaceState({ step }, "");
  return step;
}
