import { useRouter } from "../base/router.tsx";
import { Button } from "./button.tsx";
import { Filter, type FilterProps } from "./plain-filter.tsx";
import { isFiltered, useSetFilters } from "./side-panel.tsx";
import { tableTexts as t } from "./table-texts.ts";

export interface AddressFilterProps<Value extends string> extends Omit<
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

/** Returns the choice that the address names, if there is one. */
export const chosenOf = <Value extends string>(
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
      {t.table.clear}
    </Button>
  );
}
