import { useId } from "preact/hooks";
import { useRouter } from "../base/router.tsx";
import { startOfDay } from "../base/zone-days.ts";
import { useSetFilters } from "./side-panel.tsx";
import { tableTexts as t } from "./table-texts.ts";

export interface DayFiltersProps {
  /** The labels. */
  from: string;
  until: string;
}

/** Two day filters in the address. The days are in the gateway's time zone, which the menu names. */
export function DayFilters({ from, until }: DayFiltersProps) {
  const { query } = useRouter();
  const id = useId();
  return (
    <>
      <div class="day-filters">
        <DayFilter label={from} name="from" />
        <DayFilter label={until} name="until" describedBy={isReversed(query) ? id : undefined} />
      </div>
      <ReversedDays id={id} />
    </>
  );
}

/** Days in this form sort as texts. */
const isReversed = (query: URLSearchParams): boolean =>
  (query.get("from") ?? "") > (query.get("until") || "9999-12-31");

/** Says that the end is before the start, while the filters are open and while they are closed. */
export function ReversedDays({ id }: { id?: string }) {
  const { query } = useRouter();
  return isReversed(query) ? (
    <p class="field-error" id={id} role="alert">
      {t.table.endBeforeStart}
    </p>
  ) : null;
}

interface DayFilterProps {
  label: string;
  name: string;
  /** The error of the day. */
  describedBy?: string | undefined;
}

function DayFilter({ label, name, describedBy }: DayFilterProps) {
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
        aria-invalid={describedBy !== undefined}
        aria-describedby={describedBy}
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
