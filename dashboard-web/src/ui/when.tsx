import { formatMoment, formatRelative } from "../base/time.ts";
import { useWords } from "../base/words.tsx";

/**
 * A moment in a row of a table: how long ago it was, and the moment itself where the pointer or the focus is. A screen
 * reader says both.
 */
export function When({ at }: { at: string }) {
  const { language } = useWords();
  const moment = formatMoment(at, language);
  return (
    <time class="when" dateTime={at} title={moment}>
      <span class="when-relative">{formatRelative(at, Date.now(), language)}</span>
      <span class="when-moment">{moment}</span>
    </time>
  );
}
