import { useEffect, useState } from "preact/hooks";
import { copyText } from "../copy-text.ts";
import { limits } from "../limits.ts";
import { Icon } from "./icon.tsx";
import { useWords } from "./words.ts";

interface CopyButtonProps {
  /** What goes to the clipboard. */
  text: string;
  label: string;
  /** What a screen reader hears when it has. */
  done: string;
}

export function CopyButton({ text, label, done }: CopyButtonProps) {
  const { t, announce } = useWords();
  const [copies, setCopies] = useState(0);

  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), limits.copiedMilliseconds);
    return () => clearTimeout(timer);
  }, [copies]);

  async function copy() {
    const isCopied = await copyText(text);
    announce(isCopied ? done : t.copyFailed);
    if (isCopied) setCopies((count) => count + 1);
  }

  return (
    <button type="button" class="button copy" data-copied={copies > 0} onClick={() => void copy()}>
      <Icon name={copies > 0 ? "check" : "copy"} />
      {copies > 0 ? t.copied : label}
    </button>
  );
}
