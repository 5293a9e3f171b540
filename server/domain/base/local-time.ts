/** Zones change their offset only at quarters of an hour. Reading an offset costs twenty times as much as the rest. */
const quarterMilliseconds = 15 * 60_000;

/** Writes times in a zone with the offset of that time: `2026-11-21T17:22:06+07:00`. */
export function localTimeIn(timeZone: string): (iso: string) => string {
  const format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  const offsetAt = (time: number): string => {
    const parts = format.formatToParts(time);
    const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
    // UTC is written `GMT`, without an offset.
    return name.slice("GMT".length) || "+00:00";
  };
  let quarter = Number.NaN;
  let offset = "";
  return (iso) => {
    const time = Date.parse(iso);
    const now = Math.floor(time / quarterMilliseconds);
    if (now !== quarter) {
      quarter = now;
      offset = offsetAt(time);
    }
    // The zone's clock shows the UTC time of a moment that is later by the offset.
    const shown = 2 * time - Date.parse(`${new Date(time).toISOString().slice(0, -1)}${offset}`);
    return `${new Date(shown).toISOString().slice(0, -".000Z".length)}${offset}`;
  };
}
