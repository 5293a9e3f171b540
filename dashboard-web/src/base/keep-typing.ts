import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { newFormKey } from "./form-key.ts";
import { personKey, useMerchant } from "./session.tsx";
import { fillInAt, forgetTyped, keepTyped, restored, type Field } from "./typed-again.ts";

export interface KeptTyping {
  /** To be called once the form was sent, so that nothing is kept. */
  noteSent(): void;
  /** Whether the page shows input from before a reload that is not saved. */
  isRestored: boolean;
  /** To be called after the input was saved, if the form stays. */
  noteSaved(): void;
  /** Shows the saved values again. */
  discard(): void;
}

/**
 * Keeps the input of a long form for a reload of its page, and for the browser's back button. A phone unloads the page,
 * without asking, while the person looks something up in another app. A value that the form itself chose, such as an
 * account, is not kept: the form chooses again. The form's key is kept with the input: a form sent again after a lost
 * response must not create a second record. `isForEachVisit` restores the input at a new visit of the page too.
 */
export function useKeptTyping({ isForEachVisit = false } = {}): KeptTyping {
  const owner = personKey(useMerchant());
  const changed = useRef(new WeakSet<EventTarget>());
  const isSent = useRef(false);
  const [isRestored, setRestored] = useState(false);
  const isKept = (field: Field) => field.name === "form_key" || changed.current.has(field);
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
    const note = ({ target }: Event) => target !== null && changed.current.add(target);
    const show = () => setRestored(true);
    document.addEventListener("input", note);
    document.addEventListener(restored, show);
    const step = isForEachVisit ? "any" : stepOfHistory();
    const place = { path: location.pathname, step };
    const stop = fillInAt(owner, step);
    return () => {
      stop?.();
      document.removeEventListener("input", note);
      document.removeEventListener(restored, show);
      if (!isSent.current) keepTyped(owner, { ...place, isKept });
    };
  }, [owner]);

  const noteSent = () => {
    isSent.current = true;
    forgetTyped();
  };
  return {
    noteSent,
    isRestored,
    noteSaved() {
      changed.current = new WeakSet();
      setRestored(false);
    },
    discard() {
      noteSent();
      location.reload();
    },
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
