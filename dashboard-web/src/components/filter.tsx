import { useId } from "preact/hooks";
import { useWords } from "../words.tsx";

interface FilterProps<Value extends string> {
  label: string;
  /** What choosing none of them means. */
  all?: string;
  value: Value | "";
  choices: readonly (readonly [value: Value, text: string])[];
  onChange(value: Value | ""): void;
}

/** One of a few, or all. */
export function Filter<Value extends string>({
  label,
  all,
  value,
  choices,
  onChange,
}: FilterProps<Value>) {
  const { t } = useWords();
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
