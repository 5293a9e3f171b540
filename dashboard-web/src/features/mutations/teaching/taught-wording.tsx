import type { RuleFault } from "../../../base/generated/types.gen.ts";
import { teachingTexts as t } from "./teaching-texts.ts";
import { Notice } from "../../../ui/notice.tsx";

type Part = keyof typeof t.teaching.parts;

/** Shows a taught wording with named placeholders: `from [Payer] an amount of [Amount]`. */
export function TaughtWording({ template }: { template: string }) {
  const isPart = (name: string): name is Part => name in t.teaching.parts;
  return (
    <blockquote class="template">
      {template.split(/\{(\w+)\}/u).map((piece, index) => {
        if (index % 2 === 0) return piece;
        if (!isPart(piece)) return `{${piece}}`;
        return (
          <mark key={index} class={piece}>
            {t.teaching.parts[piece]}
          </mark>
        );
      })}
    </blockquote>
  );
}

/** Shows why a wording is refused, and how a sender could abuse it. */
export const FaultNotice = ({ fault: { code, text, example } }: { fault: RuleFault }) => (
  <Notice tone="warning">
    <p>{t.teaching.faults[code]}</p>
    {text !== undefined && <blockquote>{text}</blockquote>}
    {example !== undefined && (
      <>
        <p>{t.teaching.couldWrite}</p>
        <blockquote>{example}</blockquote>
      </>
    )}
  </Notice>
);
