import { useEffect, useRef } from "preact/hooks";

/** A person can switch off the keys without Ctrl (WCAG 2.1.4), because speech input presses them by accident. */
const offKey = "tepat_keys_off";

export const areKeysOn = (): boolean => localStorage.getItem(offKey) === null;

export function setKeysOn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(offKey);
  else localStorage.setItem(offKey, "1");
}

/** Returns whether a key has no effect: a dialog is open, or the key would be a letter of what a person is typing. */
function isBusy({ target }: KeyboardEvent, name: string): boolean {
  if (document.querySelector("dialog[open]")) return true;
  return (
    !name.startsWith("ctrl+") &&
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select"))
  );
}

type Keys = Readonly<Record<string, () => void>>;

/** Names a key: `ctrl+k` (with Command on a Mac), `Escape`, `?`, `/`, `j`. */
const nameOf = ({ key, ctrlKey, metaKey }: KeyboardEvent): string =>
  ctrlKey || metaKey ? `ctrl+${key.toLowerCase()}` : key;

/** Calls the function of each pressed key while the component is mounted. */
export function useKeys(keys: Keys): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.isComposing || event.defaultPrevented) return;
      const name = nameOf(event);
      if (isBusy(event, name)) return;
      if (name.length === 1 && !areKeysOn()) return;
      const act = Object.hasOwn(current.current, name) ? current.current[name] : undefined;
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
