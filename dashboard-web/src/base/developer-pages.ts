import { useEffect, useState } from "preact/hooks";

const storageKey = "tepat_developer_pages";
const watchers = new Set<() => void>();

const isKept = () => localStorage.getItem(storageKey) === "shown";

/**
 * Whether the menu of this browser has the pages for developers, and how to change that. Most shops have no program of
 * their own, so the menu begins without these pages.
 */
export function useDeveloperPages(): readonly [isShown: boolean, show: (isShown: boolean) => void] {
  const [isShown, setShown] = useState(isKept);
  useEffect(() => {
    const watch = () => setShown(isKept());
    watchers.add(watch);
    return () => void watchers.delete(watch);
  }, []);
  return [isShown, show];
}

function show(isShown: boolean): void {
  if (isShown) localStorage.setItem(storageKey, "shown");
  else localStorage.removeItem(storageKey);
  watchers.forEach((watcher) => watcher());
}
