import { useEffect, useState } from "preact/hooks";
import { copyText } from "../../../checkout-web/src/copy-text.ts";
import { limits } from "../limits.ts";
import { useWords } from "../words.tsx";
import { Icon } from "./icon.tsx";
import { Notice } from "./notice.tsx";

/** Something that is shown once: the warning, the text, and a button that copies it. */
export function Secret({ label, text }: { label: string; text: string }) {
  const { t } = useWords();
  return (
    <>
      <Notice tone="warning">
        <p>{t.common.shownOnce}</p>
      </Notice>
      <Copyable label={label} text={text} />
    </>
  );
}

export function Copyable({ label, text }: { label: string; text: string }) {
  return (
    <div class="copyable">
      <p class="hint">{label}</p>
      <pre>{text}</pre>
      <CopyButton text={text} />
    </div>
  );
}

export function CopyButton({ text }: { text: string }) {
  const { t, announce } = useWords();
  const [copies, setCopies] = useState(0);

  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), limits.copiedMilliseconds);
    return () => clearTimeout(timer);
  }, [copies]);

  async function copy() {
    const isCopied = await copyText(text);
    announce(isCopied ? t.common.copied : t.common.copyFailed);
    if (isCopied) setCopies((count) => count + 1);
  }

  return (
    <button type="button" class="button" data-copied={copies > 0} onClick={() => void copy()}>
      <Icon name={copies > 0 ? "check" : "copy"} />
      {copies > 0 ? t.common.copied : t.common.copy}
    </button>
  );
}
