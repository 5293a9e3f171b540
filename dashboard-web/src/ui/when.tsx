import { formatMoment, formatRelative, formatShortMoment } from "../base/time.ts";

/** A moment in a row, with its year and how long ago it was where the pointer is. */
export const When = ({ at }: { at: string }) => (
  <time class="when" dateTime={at} title={`${formatMoment(at)}, ${formatRelative(at, Date.now())}`}>
    {formatShortMoment(at, Date.now())}
  </time>
);
