import { useEffect, useState } from "preact/hooks";

const storageKey = "tepat_developer_pages";
const watchers = new Set<() => void>();

const isKept = () => localStorage.getItem(storageKey) === "shown";

/**
 * Returns whether this browser's menu shows the pages for developers, and a function that changes it. The menu hides
 * these pages at first, because most shops do not use the API.
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
