import type { ComponentProps } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { grouped, groupTyped } from "../base/grouped.ts";
import { Field } from "./form.tsx";

type AmountFieldProps = Omit<ComponentProps<typeof Field>, "inputMode" | "autoComplete">;

/**
 * A field for rupiah that groups thousands while a person types. It is separate from Field, because the sign-in page
 * loads Field and has no amounts.
 */
export function AmountField({ value, ...field }: AmountFieldProps) {
  const around = useRef<HTMLDivElement>(null);
  const before = useRef("");

  useLayoutEffect(() => {
    const input = around.current?.querySelector("input");
    if (!input) return;
    input.value = grouped(input.value);
    input.addEventListener("beforeinput", () => (before.current = input.value));
  }, []);

  return (
    <div
      ref={around}
      class="amount-field"
      // The capture phase comes before the field's own listener, which receives the grouped text.
      onInputCapture={(event) =>
        groupTyped(event.target as HTMLInputElement, event, before.current)
      }
    >
      <Field
        {...field}
        inputMode="numeric"
        autoComplete="off"
        {...(value !== undefined && { value: grouped(value) })}
      />
    </div>
  );
}
