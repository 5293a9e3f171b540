import { formatMoment, formatRelative } from "../base/time.ts";

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
