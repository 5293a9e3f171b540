import { useEffect, useState } from "preact/hooks";

/** The windows of phones, as in the style sheets. */
export const phoneMedia = "(width < 768px)";

/** Returns whether the window matches a media query, and updates after each change. */
export function useMedia(query: string): boolean {
  const [fits, setFits] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const change = () => setFits(list.matches);
    change();
    list.addEventListener("change", change);
    return () => list.removeEventListener("change", change);
  }, [query]);
  return fits;
}
