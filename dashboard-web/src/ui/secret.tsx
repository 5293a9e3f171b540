import { SelectedText } from "../../../web-shared/src/selected-text.tsx";
import { useCopy } from "../../../web-shared/src/use-copy.ts";
import { useAnnounce } from "../base/announce.tsx";
import { Notice } from "./notice.tsx";
import { Button } from "./button.tsx";
import { secretTexts as t } from "./secret-texts.ts";

/** Shows a secret once: the warning, the text, and a button that copies the text. */
export const Secret = ({ label, text }: { label: string; text: string }) => (
  <>
    <Notice tone="warning">{t.secret.shownOnce}</Notice>
    <Copyable label={label} text={text} />
  </>
);

export const Copyable = ({ label, text }: { label: string; text: string }) => (
  <div class="copyable">
    <p class="hint">{label}</p>
    <pre>{text}</pre>
    <CopyButton text={text} />
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
