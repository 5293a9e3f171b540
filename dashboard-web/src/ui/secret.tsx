import type { ComponentChildren } from "preact";
import { SelectedText } from "../../../web-shared/src/selected-text.tsx";
import { useCopy } from "../../../web-shared/src/use-copy.ts";
import { useAnnounce } from "../base/announce.tsx";
import { Notice } from "./notice.tsx";
import { Button } from "./button.tsx";
import { secretTexts as t } from "./secret-texts.ts";

/** Shows a secret once: the warning, the text, and a button that copies the text. */
export const Secret = ({ label, text, children }: CopyableProps) => (
  <>
    <Notice tone="warning">{t.secret.shownOnce}</Notice>
    <Copyable label={label} text={text}>
      {children}
    </Copyable>
  </>
);

interface CopyableProps {
  label: string;
  text: string;
  /** More buttons beside the one that copies. */
  children?: ComponentChildren;
}

/** Shows a text with a button that copies it. */
export const Copyable = ({ label, text, children }: CopyableProps) => (
  <div class="copyable">
    <p class="hint">{label}</p>
    <pre>{text}</pre>
    <div class="actions">
      <CopyButton text={text} />
      {children}
    </div>
  </div>
);

export function CopyButton({ text }: { text: string }) {
  const announce = useAnnounce();
  const { isCopied, isRefused, copy } = useCopy(text);
  const copyAndSay = async () => announce((await copy()) ? t.common.copied : t.secret.copyFailed);

  return (
    <>
      <Button
        icon={isCopied ? "check" : "copy"}
        data-copied={isCopied}
        onClick={() => void copyAndSay()}
      >
        {isCopied ? t.common.copied : t.common.copy}
      </Button>
      {isRefused && <SelectedText text={text} advice={t.secret.copyFailed} />}
    </>
  );
}
