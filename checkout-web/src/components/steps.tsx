import { readSteps } from "../invoice.ts";
import type { CheckoutPage } from "../page.ts";
import { useWords } from "./words.ts";

/**
 * Shows the payment steps, folded, because most customers know them. The bank's steps are in the page's language, and
 * the merchant's own steps are as written.
 */
export function Steps({ page: { view, english_steps } }: { page: CheckoutPage }) {
  const { t, language } = useWords();
  const steps = readSteps(view.instructions);
  if (steps.length === 0) return null;
  return (
    <details class="card steps">
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
