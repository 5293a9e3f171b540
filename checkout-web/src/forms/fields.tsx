import type { ComponentChildren } from "preact";
import { BankMark } from "../../../web-shared/src/bank-mark.tsx";
import { formatRupiah } from "../../../web-shared/src/money.ts";
import { useWords } from "../components/words.ts";
import type { FormProblem, PaymentChoice } from "./form-page.ts";
import { formTexts } from "./form-texts.ts";

/**
 * The form of a page on which a customer buys. The server explains all problems at once, in the page's language. The
 * browser would use its own language.
 */
export const BuyForm = ({ action, children }: { action: string; children: ComponentChildren }) => (
  <form class="card buy" method="post" action={action} novalidate>
    {children}
  </form>
);

interface FieldProps {
  name: string;
  label: string;
  hint?: string | undefined;
  problem: FormProblem | undefined;
  isOptional?: boolean;
  children(described: {
    id: string;
    "aria-describedby"?: string;
    "aria-invalid"?: "true";
  }): ComponentChildren;
}

/** A label, an input and its problem, connected for screen readers. */
export function Field({ name, label, hint, problem, isOptional = false, children }: FieldProps) {
  const { language } = useWords();
  const t = formTexts[language];
  const described = [hint && `${name}-hint`, problem && `${name}-problem`]
    .filter(Boolean)
    .join(" ");
  return (
    <div class="field">
      <label for={name}>
        {label}
        {isOptional && <span class="quiet"> ({t.optional})</span>}
      </label>
      {hint && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id: name,
        ...(described !== "" && { "aria-describedby": described }),
        ...(problem && { "aria-invalid": "true" as const }),
      })}
      <Wrong name={name} problem={problem} />
    </div>
  );
}

function Wrong({ name, problem }: { name: string; problem: FormProblem | undefined }) {
  const { language } = useWords();
  if (!problem) return null;
  return (
    <p class="problem" id={`${name}-problem`}>
      {formTexts[language].problem(problem)}
    </p>
  );
}

interface ChoiceProps {
  name: string;
  legend: string;
  problem: FormProblem | undefined;
  children: ComponentChildren;
}

/** A group of radio buttons, large enough for touch. */
export function Choice({ name, legend, problem, children }: ChoiceProps) {
  return (
    <fieldset
      class="choice"
      {...(problem && { "aria-describedby": `${name}-problem`, "aria-invalid": "true" })}
    >
      <legend>{legend}</legend>
      <div class="options">{children}</div>
      <Wrong name={name} problem={problem} />
    </fieldset>
  );
}

interface MethodsProps {
  choices: readonly PaymentChoice[];
  /** The range of sums on this page. A bank with a narrower range shows its own limits. */
  range: { min: number; max: number | null };
  chosen: string | undefined;
  problem: FormProblem | undefined;
}

/** The choice between the banks and QRIS. Every page of this kind has it. */
export function Methods({ choices, range, chosen, problem }: MethodsProps) {
  const { language } = useWords();
  const t = formTexts[language];
  const boundsOf = ({ amount_min, amount_max }: PaymentChoice) =>
    [
      amount_min > range.min && t.methodFrom(amount_min),
      amount_max !== null &&
        (range.max === null || amount_max < range.max) &&
        t.methodUpTo(amount_max),
    ].filter(Boolean);
  return (
    <Choice name="channel_id" legend={t.method} problem={problem}>
      {choices.map((choice) => (
        <label key={choice.channel_id} class="option">
          <input
            type="radio"
            name="channel_id"
            value={choice.channel_id}
            required
            checked={choice.channel_id === chosen || choices.length === 1}
            data-min={choice.amount_min}
            data-max={choice.amount_max ?? ""}
          />
          <BankMark name={choice.channel_name} />
          <span>
            <span class="option-name">{choice.channel_name}</span>
            <span class="quiet">
              {[
                choice.channel_type === "QRIS" ? t.qrisHint : t.transferHint,
                ...boundsOf(choice),
              ].join(" · ")}
            </span>
          </span>
        </label>
      ))}
    </Choice>
  );
}

/** Shows the sum. The script fills in the sum once it is known. */
export const Total = ({ amount }: { amount: number | null }) => {
  const { language } = useWords();
  return (
    <p class={`sum${amount === null ? " unknown" : ""}`}>
      <span>{formTexts[language].total}</span>
      <output id="total">{amount === null ? "" : formatRupiah(amount)}</output>
    </p>
  );
};
