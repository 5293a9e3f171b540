import { useRef, useState } from "preact/hooks";
import { useMerchant } from "../../base/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Choice, Field, type Values } from "../../ui/form.tsx";
import { codePatterns, exampleOf } from "./code-pattern.ts";
import { settingsTexts as t } from "./settings-texts.ts";

const ownPattern = "own";

/** Returns the pattern from the values of the fields below. */
export const codePatternOf = (values: Values): string =>
  values("code_pattern") === ownPattern
    ? values("sale_code_pattern").trim()
    : values("code_pattern");

/**
 * Lets a person choose a common pattern by its example, or build another one from text and parts.
 */
export function CodePatternFields({ stored }: { stored: string }) {
  const { time_zone } = useMerchant();
  const isKnown = (codePatterns as readonly string[]).includes(stored);
  const [chosen, setChosen] = useState(isKnown ? stored : ownPattern);
  const [pattern, setPattern] = useState(stored);
  const isOwn = chosen === ownPattern;
  const example = (of: string) => exampleOf(of, new Date(), time_zone);
  return (
    <>
      <Choice
        name="code_pattern"
        label={t.settings.pattern}
        hint={isOwn ? undefined : t.settings.patternHint}
        options={[
          ...codePatterns.map((each) => [each, example(each)] as const),
          [ownPattern, t.settings.ownPattern],
        ]}
        chosen={chosen}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setChosen(value);
          // A custom pattern begins as a copy of the previous choice.
          if (value !== ownPattern) setPattern(value);
        }}
      />
      {isOwn && <OwnPattern pattern={pattern} example={example(pattern)} onInput={setPattern} />}
    </>
  );
}

interface OwnPatternProps {
  pattern: string;
  example: string;
  onInput(pattern: string): void;
}

function OwnPattern({ pattern, example, onInput }: OwnPatternProps) {
  const place = useRef<HTMLDivElement>(null);

  /** Inserts a part at the cursor. */
  function insert(part: string) {
    const input = place.current?.querySelector("input");
    if (!input) return;
    const [from, to] = [input.selectionStart ?? pattern.length, input.selectionEnd];
    input.setRangeText(`{${part}}`, from, to ?? from, "end");
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.focus();
  }

  return (
    <div ref={place} class="form">
      <Field
        name="sale_code_pattern"
        label={t.settings.ownPatternLabel}
        hint={t.settings.ownPatternHint}
        defaultValue={pattern}
        onInput={onInput}
      />
      <div class="actions" role="group" aria-label={t.settings.addPart}>
        {(["number", "year", "month", "day"] as const).map((part) => (
          <Button key={part} icon="plus" onClick={() => insert(part)}>
            {t.settings.parts[part]}
          </Button>
        ))}
      </div>
      <p>
        {t.settings.nextCode} <strong>{example}</strong>
      </p>
    </div>
  );
}
