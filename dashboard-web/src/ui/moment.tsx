import { formatMoment, formatRelative } from "../base/time.ts";

/** A moment, with how long ago it was. */
export function Moment({ at }: { at: string }) {
  return (
    <time class="moment" dateTime={at}>
      {formatMoment(at)}
      <span class="hint">{formatRelative(at, Date.now())}</span>
    </time>
  );
}
