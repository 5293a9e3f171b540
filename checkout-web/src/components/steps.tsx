import { useLayoutEffect, useRef } from "preact/hooks";
import { readSteps } from "../invoice.ts";
import type { CheckoutPage } from "../page.ts";
import { useWords } from "./words.ts";

/**
 * Shows the payment steps. On a phone they are folded, because most customers know them. A wide screen has room for them
 * below the account, where they move nothing. The bank's steps are in the page's language, and the merchant's own steps
 * are as written.
 */
export function Steps({ page: { view, english_steps } }: { page: CheckoutPage }) {
  const { t, language } = useWords();
  const fold = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    if (fold.current && matchMedia("(width >= 56.25rem)").matches) fold.current.open = true;
  }, []);
  const steps = readSteps(view.instructions);
  if (steps.length === 0) return null;
  return (
    <details class="card steps" ref={fold}>
      <summary>
        <h2>{t.howToPay}</h2>
      </summary>
      <ol>
        {steps.map((step, index) => {
          const english = language === "en" ? english_steps[index] : null;
          const { title, content } = english ?? step;
          return (
            <li key={index} lang={english ? "en" : "id"}>
              <strong>{title}</strong>
              <p>{content}</p>
            </li>
          );
        })}
      </ol>
    </details>
  );
}
