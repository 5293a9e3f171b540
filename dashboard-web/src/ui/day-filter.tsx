import { useId } from "preact/hooks";
import { useRouter } from "../base/router.tsx";
import { useSetFilters } from "./side-panel.tsx";

interface DayFilterProps {
  label: string;
  name: string;
}

/** Keeps a day in the address. */
export function DayFilter({ label, name }: DayFilterProps) {
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

/** The beginning of a day, or of one that many days later. */
export function dayOf(text: string | null, daysLater: number): string | null {
  const day = new Date(`${text ?? ""}T00:00:00`);
  if (Number.isNaN(day.getTime())) return null;
  day.setDate(day.getDate() + daysLater);
  return day.toISOString();
}
