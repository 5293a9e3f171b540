import { useId } from "preact/hooks";
import { useRouter } from "../base/router.tsx";
import { commonTexts as t } from "../base/texts/common.ts";
import { Button } from "./button.tsx";
import { isFiltered, useSetFilters } from "./side-panel.tsx";
import { tableTexts as table } from "./table-texts.ts";

interface FilterProps<Value extends string> {
  label: string;
  /** The text of the option that filters nothing. */
  all?: string;
  value: Value | "";
  choices: readonly (readonly [value: Value, text: string])[];
  onChange(value: Value | ""): void;
}

interface AddressFilterProps<Value extends string> extends Omit<
  FilterProps<Value>,
  "value" | "onChange"
> {
  name: string;
  /** The filter to clear when this one changes. */
  clears?: string;
}

/** A filter whose value is in the address under its name. */
export function AddressFilter<Value extends string>(props: AddressFilterProps<Value>) {
  const { name, clears, ...filter } = props;
  const { query } = useRouter();
  const set = useSetFilters();
  return (
    <Filter<Value>
      {...filter}
      value={chosenOf(query, name, filter.choices) ?? ""}
      onChange={(chosen) => set({ [name]: chosen, ...(clears !== undefined && { [clears]: "" }) })}
    />
  );
}

const chosenOf = <Value extends string>(
  query: URLSearchParams,
  name: string,
  choices: FilterProps<Value>["choices"],
) => choices.find(([value]) => value === query.get(name))?.[0];

/** Links to the whole list if the address filters it. */
export function ClearFilters({ tone = "quiet" }: { tone?: "quiet" | "link" }) {
  const { path, query } = useRouter();
  if (!isFiltered(query)) return null;
  return (
    <Button tone={tone} to={path}>
      {table.table.clear}
    </Button>
  );
}

/** Lets a person choose one of a few values, or all of them. */
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
