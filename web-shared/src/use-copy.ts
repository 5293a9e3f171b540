import { useEffect, useState } from "preact/hooks";
import { copyText } from "./copy-text.ts";

const shownMilliseconds = 2_000;

/**
 * Copies a text. `isCopied` is true for two seconds after each success, so that the button can show it. `isRefused` is
 * true once the browser has refused, so that the page can show the text itself.
 */
export function useCopy(text: string) {
  const [copies, setCopies] = useState(0);
  const [isRefused, setIsRefused] = useState(false);

  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [copies]);

  return {
    isCopied: copies > 0,
    isRefused,
    /** Copies the text. Resolves to false if the browser refused. */
    async copy(): Promise<boolean> {
      const isDone = await copyText(text);
      setIsRefused(!isDone);
      if (isDone) setCopies((count) => count + 1);
      return isDone;
    },
  };
}
