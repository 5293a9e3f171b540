import { useEffect, useState } from "preact/hooks";
import { call } from "../../base/api.ts";
import type {
  StatementMeaning,
  StatementRow,
  StatementRuleTrial,
} from "../../base/generated/types.gen.ts";
import { formatSen } from "../../base/numbers.ts";
import { formatDay } from "../../base/time.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { Choice, Field, Radios } from "../../ui/form.tsx";
import { booksTexts as t } from "./books-texts.ts";
import { bookedOn, ChartChoice, explanations, type Explanation } from "./explanations.tsx";
import { statementsTexts } from "./statements-texts.ts";

/** Returns the words before the first number. The rest usually changes each month. */
export const wordsOf = (description: string): string =>
  description.replace(/\s*\S*\d.*$/u, "").trim() || description;

interface TeachDialogProps {
  /** The initial values, taken from a row or empty. */
  first: { words: string; direction: StatementRow["direction"]; meaning: StatementMeaning };
  /** Whether the person chooses the direction of the money. */
  asksDirection?: boolean;
  onClose(): void;
  onDone(words: string): unknown;
}

const rowsShown = 5;

/** Teaches a rule. Before saving, shows the rows that the rule matches. */
export function TeachDialog({ first, asksDirection = false, onClose, onDone }: TeachDialogProps) {
  const meaning = explanations.find((each) => each === first.meaning) ?? "other";
  const [words, setWords] = useState(first.words);
  const [direction, setDirection] = useState(first.direction);
  const [fits, setFits] = useState<StatementRuleTrial | null>(null);
  useEffect(() => {
    let isAsked = true;
    setFits(null);
    if (words.trim().length < 3) return;
    const asking = setTimeout(() => {
      call("tryStatementRule", {
        body: { direction, words: words.trim(), meaning },
      }).then(
        (trial) => isAsked && setFits(trial),
        () => {},
      );
    }, 300);
    return () => {
      isAsked = false;
      clearTimeout(asking);
    };
  }, [words, direction, meaning]);
  return (
    <FormDialog
      title={t.books.rememberTitle}
      action={t.common.save}
      submit={async (values) => {
        const { row_count } = await call("createStatementRule", {
          body: {
            direction,
            words: values("words").trim(),
            meaning: values("meaning") as Explanation,
            ...bookedOn(values),
          },
        });
        await onDone(t.books.remembered(row_count));
      }}
      onClose={onClose}
      staysOpen
    >
      {asksDirection && (
        <Radios<StatementRow["direction"]>
          name="direction"
          legend={t.books.direction}
          options={[
            ["CREDIT", t.books.credit],
            ["DEBIT", t.books.debit],
          ]}
          chosen={direction}
          onChoose={setDirection}
        />
      )}
      <Field
        name="words"
        label={t.books.rememberWords}
        hint={t.books.rememberHint}
        value={words}
        onInput={setWords}
      />
      <div role="status">
        <p>{fits === null ? "…" : t.books.fits(fits.row_count)}</p>
        {fits && fits.rows.length > 0 && (
          <ul class="hint">
            {fits.rows.slice(0, rowsShown).map(({ row_id, day, description, amount_sen }) => (
              <li key={row_id}>
                {formatDay(day)}, {description}, {formatSen(amount_sen)}
              </li>
            ))}
            {fits.row_count > rowsShown && <li>…</li>}
          </ul>
        )}
      </div>
      <Choice
        name="meaning"
        label={statementsTexts.statements.meaning}
        chosen={meaning}
        options={explanations.map((each) => [each, statementsTexts.statements.meanings[each]])}
      />
      <ChartChoice />
    </FormDialog>
  );
}
