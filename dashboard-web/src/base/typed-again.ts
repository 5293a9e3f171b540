import { useEffect, useRef } from "preact/hooks";
import { limits } from "./limits.ts";

/**
 * Restores typed input after a switch of language, which loads another document, or after a reload. The input returns
 * to the same fields, once, for the same person at the same address. Passwords and codes are not restored. The key of a
 * form is: a form sent again after a lost response must not create a second record.
 */

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface Typed {
  owner: string;
  path: string;
  /** The step of the browser's history, if the person left the page without leaving the document. */
  step?: string;
  /**
   * The value of each field. The key has the field's name and its position among the fields of that
   * name.
   */
  fields: Record<string, string | boolean>;
}

const key = "tepat_typed";

/** The event of the document after a visible field was filled in. */
export const restored = "restored";

/**
 * Stores the values of the page's forms. `owner` identifies the signed-in person, and is empty before the sign-in. `place`
 * is the page, if the person has just left it. `isKept` leaves fields out.
 */
export function keepTyped(
  owner: string,
  {
    isKept = () => true,
    ...place
  }: { path?: string; step?: string; isKept?: (field: Field) => boolean } = {},
): void {
  const fields = Object.fromEntries(
    [...fieldsByKey()]
      .filter(([, field]) => isKept(field))
      .slice(0, limits.typedFields)
      .map(([at, field]) => [at, stateOf(field)]),
  );
  const kept = JSON.stringify({
    owner,
    path: location.pathname,
    ...place,
    fields,
  } satisfies Typed);
  if (kept.length <= limits.typedCharacters) sessionStorage.setItem(key, kept);
}

export const forgetTyped = (): void => sessionStorage.removeItem(key);

/**
 * Restores the stored input of `owner`, which is undefined until the server has identified the
 * person.
 */
export function useTypedAgain(owner: string | undefined): void {
  const before = useRef("");
  useEffect(() => {
    // The person has signed out.
    if (before.current !== "" && owner !== before.current) forgetTyped();
    before.current = owner ?? "";
    const typed = readKept();
    if (owner === undefined || !typed || typed.step !== undefined) return;
    // The session has ended: the input waits for the next sign-in.
    if (owner === "" && typed.owner !== "") return;
    forgetTyped();
    if (typed.owner === owner && typed.path === location.pathname) return fillIn(typed);
  }, [owner]);
}

/** Restores the input that `owner` left at this step of the browser's history. Returns a function that stops this. */
export function fillInAt(owner: string, step: string): (() => void) | undefined {
  const typed = readKept();
  if (typed?.owner !== owner || typed.step !== step) return undefined;
  forgetTyped();
  return fillIn(typed);
}

/**
 * Fills in the fields. Fields appear after their page loads, after its responses, and after choices in other
 * fields, so this function waits for them. It stops when all fields are filled or a person types.
 */
function fillIn({ path, fields }: Typed): () => void {
  const missing = new Map(Object.entries(fields));
  const fill = () => {
    if (location.pathname !== path) return stop();
    for (const [at, field] of fieldsByKey()) {
      const state = missing.get(at);
      if (state === undefined) continue;
      missing.delete(at);
      setState(field, state);
      if (field.type !== "hidden") document.dispatchEvent(new Event(restored));
      field.closest("details")?.setAttribute("open", "");
    }
    if (missing.size === 0) stop();
    else addRow([...missing.keys()]);
  };
  const isDone = (event: Event) => event.isTrusted && stop();
  const observer = new MutationObserver(fill);
  const stop = () => {
    observer.disconnect();
    removeEventListener("input", isDone);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  addEventListener("input", isDone);
  fill();
  return stop;
}

/** Adds a row to a list. A field `items.1.name` belongs to a row that the person had added. */
function addRow(missing: readonly string[]): void {
  const list = missing.map((at) => /^(\w+)\.\d+\./u.exec(at)?.[1]).find(Boolean);
  document.querySelector<HTMLElement>(`[data-adds="${list ?? ""}"]`)?.click();
}

function fieldsByKey(): Map<string, Field> {
  const fields = new Map<string, Field>();
  const counts: Record<string, number> = {};
  for (const field of document.querySelectorAll<Field>("form.form :is(input, select, textarea)")) {
    if (field.name === "" || isSecret(field)) continue;
    const count = counts[field.name] ?? 0;
    counts[field.name] = count + 1;
    fields.set(`${field.name} ${count}`, field);
  }
  return fields;
}

const isSecret = ({ name, type, autocomplete }: Field): boolean =>
  ["password", "file", "submit"].includes(type) ||
  (type === "hidden" && name !== "form_key") ||
  autocomplete === "one-time-code";

const isTick = (field: Field): field is HTMLInputElement =>
  field.type === "checkbox" || field.type === "radio";

const stateOf = (field: Field): string | boolean => (isTick(field) ? field.checked : field.value);

function setState(field: Field, state: string | boolean): void {
  if (stateOf(field) === state) return;
  if (isTick(field)) {
    // Choosing one radio button clears the others.
    if (field.type === "radio" && state === false) return;
    field.checked = state === true;
  } else {
    field.value = String(state);
  }
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Reads the stored input. The browser's storage can contain any value, so the value is checked. */
function readKept(): Typed | null {
  try {
    const typed = JSON.parse(sessionStorage.getItem(key) ?? "null") as Typed | null;
    return typed && typeof typed.fields === "object" ? typed : null;
  } catch {
    return null;
  }
}
