import { useEffect, useState } from "preact/hooks";
import { limits } from "./limits.ts";
import { useSession } from "./session.tsx";

export interface Search<Found> {
  /** The last response. */
  found: Found;
  isFailed: boolean;
  /** Whether the response belongs to the current text. */
  isFound: boolean;
}

/**
 * Searches after a short pause in typing, and drops late responses to earlier texts. Nothing is found without a text.
 */
export function useSearch<Found>(
  search: string,
  nothing: Found,
  find: () => Promise<Found>,
): Search<Found> {
  const { onRefusal } = useSession();
  const [known, setKnown] = useState({ search: "", found: nothing, isFailed: false });

  useEffect(() => {
    if (search === "") {
      setKnown({ search, found: nothing, isFailed: false });
      return;
    }
    let isWanted = true;
    const timer = setTimeout(async () => {
      try {
        const found = await find();
        if (isWanted) setKnown({ search, found, isFailed: false });
      } catch (cause) {
        onRefusal(cause);
        if (isWanted) setKnown({ search, found: nothing, isFailed: true });
      }
    }, limits.paletteMilliseconds);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [search]);

  return { found: known.found, isFailed: known.isFailed, isFound: known.search === search };
}
