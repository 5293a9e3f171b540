import { formatMoment, formatRelative } from "../base/time.ts";

/** Shows a moment, and how long ago it was. */
export const Moment = ({ at }: { at: string }) => (
  <time class="moment" dateTime={at}>
    {formatMoment(at)}
    <span class="hint">{formatRelative(at, Date.now())}</span>
  </time>
);
