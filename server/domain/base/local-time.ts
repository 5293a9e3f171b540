/** Writes moments in a zone with its offset at that moment: `2026-11-21T17:22:06+07:00`. */
export function localTimeIn(timeZone: string): (iso: string) => string {
  const format = new Intl.DateTimeFormat("en", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "longOffset",
  });
  return (iso) => {
    const parts = Object.fromEntries(
      format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]),
    );
    const { year, month, day, hour, minute, second, timeZoneName = "" } = parts;
    // UTC is written `GMT`, without an offset.
    const offset = timeZoneName.slice("GMT".length) || "+00:00";
    return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
  };
}
