import { formatMoment, formatRelative, formatShortMoment } from "../base/time.ts";

/** Shows a moment in a row. The pointer shows the year, and how long ago the moment was. */
export const When = ({ at }: { at: string }) => (
  <time class="when" dateTime={at} title={`${formatMoment(at)}, ${formatRelative(at, Date.now())}`}>
    {formatShortMoment(at, Date.now())}
  </time>
);
