import { useId } from "preact/hooks";
import { useRouter } from "../base/router.tsx";
import { useMerchant } from "../base/session.tsx";
import { startOfDay } from "../base/zone-days.ts";
import { useSetFilters } from "./side-panel.tsx";
import { tableTexts as t } from "./table-texts.ts";

/** Keeps two days in the address, and says in which zone they are. */
export function DayFilters({ from, until }: { from: string; until: string }) {
  const { time_zone } = useMerchant();
  const hintId = useId();
  return (
    <>
      <DayFilter label={from} name="from" hintId={hintId} />
      <DayFilter label={until} name="until" hintId={hintId} />
      <p class="hint" id={hintId}>
        {t.table.daysIn(time_zone)}
      </p>
    </>
  );
}

function DayFilter({ label, name, hintId }: { label: string; name: string; hintId: string }) {
  const { query } = useRouter();
  const set = useSetFilters();
  const id = useId();
  return (
    <div class="filter">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="date"
        aria-describedby={hintId}
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
