import type { ComponentProps } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { grouped, groupTyped } from "../base/grouped.ts";
import { amountProblem } from "./amount-problem.ts";
import { Field } from "./form.tsx";

type AmountFieldProps = Omit<
  ComponentProps<typeof Field>,
  "inputMode" | "autoComplete" | "problem"
>;

/**
 * A field for rupiah that groups thousands while a person types, and explains a wrong amount when the person leaves
 * it. It is separate from Field, because the sign-in page loads Field and has no amounts.
 */
export function AmountField({ value, ...field }: AmountFieldProps) {
  const around = useRef<HTMLDivElement>(null);
  const before = useRef("");
  const [problem, setProblem] = useState<string>();

  useLayoutEffect(() => {
    const input = around.current?.querySelector("input");
    if (!input) return;
    input.value = grouped(input.value);
    input.addEventListener("beforeinput", () => (before.current = input.value));
    const { form } = input;
    // The Enter key sends the form without leaving the field. The form is sent even so: the server refuses the number
    // (see `numberOf`), and names the problems of the other fields too.
    const explain = () => setProblem(amountProblem(input.value));
    form?.addEventListener("submit", explain);
    return () => form?.removeEventListener("submit", explain);
  }, []);

  return (
    <div
      ref={around}
      class="amount-field"
      // The capture phase comes before the field's own listener, which receives the grouped text.
      onInputCapture={(event) =>
        groupTyped(event.target as HTMLInputElement, event, before.current)
      }
      // Runs after the field's own listener. If the field were drawn before that listener ran, the earlier text would
      // come back.
      onInput={(event) => {
        if (amountProblem((event.target as HTMLInputElement).value) === undefined) {
          setProblem(undefined);
        }
      }}
      onFocusOut={(event) => setProblem(amountProblem((event.target as HTMLInputElement).value))}
    >
      <Field
        {...field}
        problem={problem}
        inputMode="numeric"
        autoComplete="off"
        {...(value !== undefined && { value: grouped(value) })}
      />
    </div>
  );
}
