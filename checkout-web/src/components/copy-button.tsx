import { SelectedText } from "../../../web-shared/src/selected-text.tsx";
import { useCopy } from "../../../web-shared/src/use-copy.ts";
import { Icon } from "./icon.tsx";
import { useWords } from "./words.ts";

interface CopyButtonProps {
  /** The text to copy. */
  text: string;
  label: string;
  /** The announcement for screen readers after the copy. */
  done: string;
  /** Whether copying is the customer's next step. */
  isNext?: boolean;
}

export function CopyButton({ text, label, done, isNext = false }: CopyButtonProps) {
  const { t, announce } = useWords();
  const { isCopied, isRefused, copy } = useCopy(text);
  const copyAndSay = async () => announce((await copy()) ? done : t.copyFailed);

  return (
    <>
      <button
        type="button"
        class={isNext ? "button copy next" : "button copy"}
        data-copied={isCopied}
        onClick={() => void copyAndSay()}
      >
        <Icon name={isCopied ? "check" : "copy"} />
        {isCopied ? t.copied : label}
      </button>
      {isRefused && <SelectedText text={text} advice={t.copyFailed} />}
    </>
  );
}
