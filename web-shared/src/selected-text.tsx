import { useEffect, useRef } from "preact/hooks";

/** Shows a selected text, which the person can copy with the browser's own command. */
export function SelectedText({ text, advice }: { text: string; advice: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [text]);
  return (
    <label class="selected-text">
      <span>{advice}</span>
      {/* The field is read-only, so that a phone's keyboard stays closed. */}
      <textarea ref={field} value={text} rows={1} readOnly />
    </label>
  );
}
