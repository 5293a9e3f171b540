import { useRouter } from "../base/router.tsx";
import { Chips } from "./chips.tsx";
import { chosenOf } from "./filter.tsx";
import { filtersOf } from "./side-panel.tsx";

interface FilterChipsProps {
  /** The name in the address. */
  name: string;
  label: string;
  title?: string | undefined;
  /** The values, with "" for the whole list. */
  choices: readonly (readonly [value: string, text: string])[];
}

/** Shows the values of one filter in the address as chips. The other filters stay. */
export function FilterChips({ name, label, title, choices }: FilterChipsProps) {
  const { path, query } = useRouter();
  const chosen = chosenOf(query, name, choices) ?? "";
  return (
    <Chips
      label={label}
      title={title}
      chips={choices.map(([value, text]) => {
        const changed = filtersOf(query);
        if (value === "") changed.delete(name);
        else changed.set(name, value);
        return {
          to: changed.size > 0 ? `${path}?${changed}` : path,
          text,
          isCurrent: value === chosen,
        };
      })}
    />
  );
}
