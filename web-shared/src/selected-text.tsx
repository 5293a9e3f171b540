import { useEffect, useRef } from "preact/hooks";

/** A text that the person can copy with the browser's own command: it is selected when it appears. */
export function SelectedText({ text, advice }: { text: string; advice: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [text]);
  return (
    <label class="selected-text">
      <span>{advice}</span>
      {/* Read-only, so that the keyboard of a phone stays closed. */}
      <textarea ref={field} value={text} rows={1} readOnly />
    </label>
  );
}
