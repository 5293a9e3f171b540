import { useId } from "preact/hooks";
import { commonTexts as t } from "../base/texts/common.ts";

export interface FilterProps<Value extends string> {
  label: string;
  /** The text of the option that filters nothing. */
  all?: string;
  value: Value | "";
  choices: readonly (readonly [value: Value, text: string])[];
  onChange(value: Value | ""): void;
}

/**
 * Lets a person choose one of a few values, or all of them. It is apart from the filters of lists (filter.tsx), which the
 * overview does not load.
 */
export function Filter<Value extends string>(props: FilterProps<Value>) {
  const { label, all, value, choices, onChange } = props;
  const id = useId();
  return (
    <div class="filter">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as Value | "")}
      >
        <option value="">{all ?? t.common.all}</option>
        {choices.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
