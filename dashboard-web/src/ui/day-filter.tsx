import { useId } from "preact/hooks";
import { useRouter } from "../base/router.tsx";
import { startOfDay } from "../base/zone-days.ts";
import { useSetFilters } from "./side-panel.tsx";

export interface DayFiltersProps {
  /** The labels. */
  from: string;
  until: string;
}

/** Two day filters in the address. The days are in the gateway's time zone, which the menu names. */
export const DayFilters = ({ from, until }: DayFiltersProps) => (
  <>
    <DayFilter label={from} name="from" />
    <DayFilter label={until} name="until" />
  </>
);

function DayFilter({ label, name }: { label: string; name: string }) {
  const { query } = useRouter();
  const set = useSetFilters();
  const id = useId();
  return (
    <div class="filter">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={query.get(name) ?? ""}
        onChange={(event) => set({ [name]: event.currentTarget.value })}
      />
    </div>
  );
}

/** Returns the query for the two days in the address. The day `until` is included. */
export function daysOf(query: URLSearchParams, time_zone: string) {
  const from = startOfDay(query.get("from"), 0, time_zone);
  const before = startOfDay(query.get("until"), 1, time_zone);
  return {
    ...(from && { created_from: from.toISOString() }),
    ...(before && { created_before: before.toISOString() }),
  };
}
