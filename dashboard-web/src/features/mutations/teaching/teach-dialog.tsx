import { useEffect, useRef, useState } from "preact/hooks";
import { formatRupiah } from "../../../../../web-shared/src/money.ts";
import { call, Refusal } from "../../../base/api.ts";
import type { Mark, RuleTrial } from "../../../base/generated/types.gen.ts";
import { teachingTexts as t } from "./teaching-texts.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Form, Submit, Tick } from "../../../ui/form.tsx";
import { marksOf, type Part, type Piece, piecesOf } from "./marked-words.ts";
import { RefusalNotice } from "../../../ui/notice.tsx";
import { Loading } from "../../../ui/page.tsx";
import { FaultNotice, TaughtWording } from "./taught-wording.tsx";
import { Button } from "../../../ui/button.tsx";

const partsOf = {
  notification: ["amount", "sender", "reference", "when", "account"],
  email: ["amount", "sender", "account", "text"],
} as const;

type Kind = keyof typeof partsOf;
/**
 * The parts that people mark in an email. For emails, Tepat proposes and accepts only these parts.
 */
type MailMark = Mark & { part: (typeof partsOf)["email"][number] };
type TextMark = Mark & { part: (typeof partsOf)["notification"][number] };

interface TeachDialogProps {
  /** The confirmed transfer, or the email that reports a transfer. */
  from: { mutation_id: string } | { mail_id: string };
  onClose(isSaved: boolean): void;
}

/**
 * Creates a rule from a text. Each word is a button, and takes the mark that is chosen above the
 * text.
 */
export function TeachDialog({ from, onClose }: TeachDialogProps) {
  const kind = "mail_id" in from ? "email" : "notification";
  const mailId = "mail_id" in from ? from.mail_id : null;
  const mutationId = "mail_id" in from ? "" : from.mutation_id;
  const [trial, setTrial] = useState<RuleTrial | null>(null);
  const [pieces, setPieces] = useState<readonly Piece[]>([]);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const turn = useRef(0);

  async function attempt(marks?: Mark[]): Promise<void> {
    const mine = ++turn.current;
    try {
      const answer =
        mailId === null
          ? await call("tryReadingRule", {
              body: { mutation_id: mutationId, ...(marks && { marks: marks as TextMark[] }) },
            })
          : await call("tryMailRule", {
              body: { mail_id: mailId, ...(marks && { marks: marks as MailMark[] }) },
            });
      if (mine !== turn.current) return;
      setTrial(answer);
      setRefusal(null);
      if (!marks) setPieces(piecesOf(answer.text, answer.marks));
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause;
      setRefusal(cause);
    }
  }
  useEffect(() => void attempt(), [mailId, mutationId]);

  function paint(index: number, part: Part | null): void {
    const painted = pieces.map((piece, position) =>
      position === index ? { ...piece, part: piece.part === part ? null : part } : piece,
    );
    setPieces(painted);
    void attempt(marksOf(painted));
  }

  return (
    <Dialog
      title={kind === "email" ? t.teaching.mailTitle : t.teaching.teachTitle}
      class="teach"
      onClose={() => onClose(false)}
    >
      {refusal && <RefusalNotice refusal={refusal} />}
      {!trial && !refusal && <Loading />}
      {trial && (
        <Form
          submit={async (values) => {
            const chosen = trial.reads
              .map(({ text_id }) => text_id)
              .filter((text_id) => values(text_id) === "on");
            const marks = marksOf(pieces);
            await (mailId === null
              ? call("saveReadingRule", {
                  body: { mutation_id: mutationId, marks: marks as TextMark[], text_ids: chosen },
                })
              : call("saveMailRule", {
                  body: { mail_id: mailId, marks: marks as MailMark[], mail_ids: chosen },
                }));
            onClose(true);
          }}
        >
          <p>{kind === "email" ? t.teaching.mailHint : t.teaching.teachHint}</p>
          <Words kind={kind} text={trial.text} pieces={pieces} onPaint={paint} />
          <RuleShown kind={kind} trial={trial} />
          <div class="dialog-actions">
            <Button onClick={() => onClose(false)}>{t.teaching.notNow}</Button>
            {trial.faults.length === 0 && (
              <Submit>{kind === "email" ? t.teaching.saveMail : t.teaching.save}</Submit>
            )}
          </div>
        </Form>
      )}
    </Dialog>
  );
}

interface WordsProps {
  kind: Kind;
  text: string;
  pieces: readonly Piece[];
  onPaint(index: number, part: Part | null): void;
}

function Words({ kind, text, pieces, onPaint }: WordsProps) {
  const [brush, setBrush] = useState<Part | "">("sender");
  return (
    <>
      <fieldset class="brushes">
        <legend>{t.teaching.paint}</legend>
        {[...partsOf[kind], "" as const].map((part) => (
          <label class={`brush ${part}`} key={part}>
            <input
              type="radio"
              name="brush"
              value={part}
              checked={brush === part}
              onChange={() => setBrush(part)}
            />
            {part === "" ? t.teaching.same : t.teaching.parts[part]}
          </label>
        ))}
      </fieldset>
      <div class="marked-text" role="group" aria-label={t.teaching.words}>
        {pieces.map(({ start, end, isWord, part }, index) =>
          isWord ? (
            <button
              type="button"
              key={start}
              class={`word ${part ?? ""}`}
              aria-pressed={part !== null}
              onClick={() => onPaint(index, brush === "" ? null : brush)}
            >
              {text.slice(start, end)}
              {part !== null && <span class="off-screen">, {t.teaching.parts[part]}</span>}
            </button>
          ) : (
            <span key={start}>{text.slice(start, end)}</span>
          ),
        )}
      </div>
    </>
  );
}

const RuleShown = ({ kind, trial }: { kind: Kind; trial: RuleTrial }) => (
  <div class="rule-shown" aria-live="polite">
    <h3>{t.teaching.rule}</h3>
    <TaughtWording template={trial.template} />
    {kind === "email" && (
      <>
        <p class="hint">{t.teaching.subject}</p>
        <TaughtWording template={trial.title ?? ""} />
      </>
    )}
    {kind === "notification" && trial.title !== null && trial.title !== "" && (
      <p class="hint">{t.teaching.titleMust(trial.title)}</p>
    )}
    {trial.faults.map((fault) => (
      <FaultNotice key={`${fault.code} ${fault.text}`} fault={fault} />
    ))}
    {trial.faults.length === 0 && (
      <>
        <h3>{t.teaching.reads[kind]}</h3>
        {trial.reads.length === 0 && <p class="hint">{t.teaching.readsNone[kind]}</p>}
        {trial.reads.length > 0 && <p class="hint">{t.teaching.readsWarning[kind]}</p>}
        <ul class="reads">
          {trial.reads.map(({ text_id, text, amount, sender }) => (
            <li key={text_id}>
              <Tick name={text_id} label={`${formatRupiah(amount)} ${sender ?? ""}`.trim()} />
              <p class="hint">{text}</p>
            </li>
          ))}
        </ul>
      </>
    )}
  </div>
);
