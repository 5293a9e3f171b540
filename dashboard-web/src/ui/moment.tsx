import { formatMoment, formatRelative } from "../base/time.ts";
import { useWords } from "../base/words.tsx";

/** A moment in the reader's zone, with how long ago it was. */
export function Moment({ at }: { at: string }) {
  const { language } = useWords();
  return (
    <time class="moment" dateTime={at}>
      {formatMoment(at, language)}
      <span class="hint">{formatRelative(at, Date.now(), language)}</span>
    </time>
  );
}
