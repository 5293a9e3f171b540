import { formatMoment, formatRelative, formatShortMoment } from "../base/time.ts";

/**
 * A moment in a row of a table: how long ago it was, and the moment itself where the pointer or the focus is. A screen
 * reader says both.
 */
export function When({ at }: { at: string }) {
  const moment = formatMoment(at);
  return (
    <time class="when" dateTime={at} title={moment}>
      <span class="when-relative">{formatRelative(at, Date.now())}</span>
      <span class="when-moment">{moment}</span>
    </time>
  );
}

/** The moment itself in a narrow column, with its year where the pointer is. */
export const ShortMoment = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatMoment(at)}>
    {formatShortMoment(at)}
  </time>
);
