import { useMemo } from "preact/hooks";
import { newFormKey } from "../base/form-key.ts";

/** The key of a form. The server creates one record for each key. A reload restores it: see `useKeptTyping`. */
export function FormKey() {
  const key = useMemo(newFormKey, []);
  return <input type="hidden" name="form_key" defaultValue={key} />;
}
