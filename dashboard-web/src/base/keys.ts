import { useEffect, useRef } from "preact/hooks";

/** Keys without Ctrl can be switched off (WCAG 2.1.4): a person who speaks to the computer sets them off by accident. */
const offKey = "tepat_keys_off";

export const areKeysOn = (): boolean => localStorage.getItem(offKey) === null;

export function setKeysOn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(offKey);
  else localStorage.setItem(offKey, "1");
}

/** Keys have no effect while a person types or a dialog is open. */
function isBusy({ target }: KeyboardEvent): boolean {
  if (document.querySelector("dialog[open]")) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select"))
  );
}

type Keys = Readonly<Record<string, () => void>>;

/** `ctrl+k`, which is Command on a Mac; `Escape`, `?`, `/`, `j`. */
const nameOf = ({ key, ctrlKey, metaKey }: KeyboardEvent): string =>
  ctrlKey || metaKey ? `ctrl+${key.toLowerCase()}` : key;

/** Calls the function of a pressed key while the component is mounted. */
export function useKeys(keys: Keys): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.isComposing || event.defaultPrevented || isBusy(event)) return;
      const name = nameOf(event);
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
