import { useEffect, useState } from "preact/hooks";

/**
 * Loads a part of the page when it is needed, so that the first page does not wait for its code. Returns undefined
 * until then, and null if the part cannot load.
 */
export function useLoaded<Part extends object>(
  isNeeded: boolean,
  load: () => Promise<Part>,
): Part | null | undefined {
  const [part, setPart] = useState<Part | null>();
  useEffect(() => {
    if (!isNeeded) return;
    let isWanted = true;
    load().then(
      (loaded) => isWanted && setPart(loaded),
      () => isWanted && setPart(null),
    );
    return () => {
      isWanted = false;
    };
  }, [isNeeded]);
  return part;
}
