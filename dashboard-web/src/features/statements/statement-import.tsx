import { useEffect, useRef, useState } from "preact/hooks";
import { accountChoices } from "../../base/account-name.ts";
import { call, Refusal } from "../../base/api.ts";
import { ColumnMapper } from "./column-mapper.tsx";
import { Fact } from "../../ui/fact.tsx";
import { looksLikeStatement } from "./guess-columns.ts";
import { FileDrop } from "./file-drop.tsx";
import { Field, Form, Submit } from "../../ui/form.tsx";
import { Notice, RefusalNotice } from "../../ui/notice.tsx";
import { QueryResult, Card, Page } from "../../ui/page.tsx";
import { StatementFindings } from "./statement-findings.tsx";
import { useConfirmation } from "../../base/confirmation.ts";
import type {
  DashboardAccount,
  StatementImportResult,
  StatementMapping,
  StatementPreview,
} from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { Link, useRouter } from "../../base/router.tsx";
import { sendFile } from "../../base/send-file.ts";
import { useSession } from "../../base/session.tsx";
import { formatDay, formatMonth } from "../../base/time.ts";
import { useQuery } from "../../base/use-query.ts";
import { useAnnounce } from "../../base/announce.tsx";
import { statementsTexts as t } from "./statements-texts.ts";
import { Button } from "../../ui/button.tsx";

/** An uploaded file and the server's result. */
interface Sent {
  file_name: string;
  upload_id: string;
  preview: StatementPreview;
  /** The result that an import would have, or null until the columns are known. */
  found: StatementImportResult | null;
  mapping: StatementMapping | null;
  /** The year that the person chose for dates without a year. */
  year: number | null;
}

type Step =
  /** `foreign`: the name of a file that is not a statement. */
  | { name: "choose"; foreign?: string }
  | { name: "busy"; text: string; share: number | null }
  | { name: "look"; sent: Sent }
  | { name: "year"; sent: Omit<Sent, "found"> }
  | { name: "done"; result: StatementImportResult };

/**
 * Lets a person choose an account and a file, shows the results of an import, and imports the file
 * after a confirmation.
 */
export function StatementImport() {
  const { query } = useRouter();
  const accounts = useQuery("listOwnAccounts", { query: { per_page: limits.rowsPerPageMax } });
  return (
    <Page
      title={t.common.uploadStatement}
      hint={t.common.aboutStatements}
      back={{ to: "/statements", text: t.menu.statements }}
    >
      <QueryResult query={accounts}>
        {(data) => <Import accounts={data} first={query.get("account") ?? ""} />}
      </QueryResult>
    </Page>
  );
}

function Import({ accounts, first }: { accounts: readonly DashboardAccount[]; first: string }) {
  const announce = useAnnounce();
  const session = useSession();
  const confirmed = useConfirmation();
  const known = accounts.some(({ account_id }) => account_id === first);
  const [account_id, setAccount] = useState(
    known ? first : accounts.length === 1 ? (accounts[0]?.account_id ?? "") : "",
  );
  const [step, setStep] = useState<Step>({ name: "choose" });
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const stopped = useRef(new AbortController());

  useEffect(() => () => stopped.current.abort(), []);

  function busy(text: string, share: number | null = null) {
    setStep({ name: "busy", text, share });
  }

  /**
   * Runs a request about the file. A refusal appears above the step in which the person can fix the
   * problem.
   */
  async function run(work: () => Promise<Step>, otherwise: Step) {
    setRefusal(null);
    try {
      setStep(await work());
    } catch (cause) {
      if (stopped.current.signal.aborted) return;
      setRefusal(session.onRefusal(cause));
      setStep(otherwise);
    }
  }

  async function check(sent: Omit<Sent, "found">): Promise<Sent> {
    const { upload_id } = sent;
    busy(t.statements.checking);
    const found = await call("checkStatement", { path: { upload_id }, body: reading(sent) });
    announce(t.statements.willDo);
    return { ...sent, found };
  }

  const take = (file: File) =>
    run(
      async () => {
        const sending = t.statements.sending(file.name);
        busy(sending, 0);
        const upload_id = await sendFile({
          account_id,
          file,
          onProgress: (share) => busy(sending, share),
          signal: stopped.current.signal,
        });
        busy(t.statements.checking);
        const preview = await call("previewStatement", { path: { upload_id } });
        const sent = { file_name: file.name, upload_id, preview, mapping: null, year: null };
        // If the file has no lines, the server explains the problem.
        if (preview.layout === null && preview.lines.length > 0) {
          if (!looksLikeStatement(preview.lines)) return { name: "choose", foreign: file.name };
          return { name: "look", sent: { ...sent, found: null } };
        }
        try {
          return { name: "look", sent: await check(sent) };
        } catch (cause) {
          // The file's dates have no year, so the page asks the person.
          if (!isWithoutYear(cause)) throw cause;
          return { name: "year", sent };
        }
      },
      { name: "choose" },
    );

  const importIt = (sent: Sent) =>
    run(
      async () => {
        busy(t.statements.importing);
        const { upload_id } = sent;
        const result = await confirmed(() =>
          call("importStatement", { path: { upload_id }, body: reading(sent) }),
        );
        announce(t.statements.done);
        return { name: "done", result };
      },
      { name: "look", sent },
    );

  const again = () => {
    setRefusal(null);
    setStep({ name: "choose" });
  };

  return (
    <>
      {refusal && (
        <div class="refused" aria-live="assertive">
          <h2>{t.statements.refused}</h2>
          <RefusalNotice refusal={refusal} />
        </div>
      )}
      {step.name === "choose" && step.foreign !== undefined && (
        <Notice tone="bad">{t.statements.noStatement(step.foreign)}</Notice>
      )}
      {step.name === "choose" && (
        <Card>
          <div class="field">
            <label for="statement-account">{t.common.account}</label>
            <select
              id="statement-account"
              value={account_id}
              onChange={(event) => setAccount(event.currentTarget.value)}
            >
              {account_id === "" && <option value="">{t.statements.chooseAccount}</option>}
              {accountChoices(accounts).map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          {account_id !== "" && <FileDrop onFile={(file) => void take(file)} />}
          <details>
            <summary>{t.statements.wherefrom}</summary>
            <dl class="facts">
              {t.statements.banks.map(([bank, words]) => (
                <Fact key={bank} name={bank}>
                  {words}
                </Fact>
              ))}
            </dl>
          </details>
        </Card>
      )}
      {step.name === "year" && (
        <Card title={t.statements.yearTitle}>
          <p class="hint">{t.statements.yearHint}</p>
          <Form
            submit={async (values) => {
              const sent = { ...step.sent, year: Number(values("year")) };
              await run(async () => ({ name: "look", sent: await check(sent) }), {
                name: "year",
                sent,
              });
            }}
          >
            <Field
              name="year"
              label={t.statements.year}
              inputMode="numeric"
              maxLength={4}
              defaultValue={new Date().getFullYear()}
            />
            <Submit>{t.statements.check}</Submit>
          </Form>
        </Card>
      )}
      {step.name === "busy" && <Busy text={step.text} share={step.share} />}
      {step.name === "look" &&
        (step.sent.found === null ? (
          <ColumnMapper
            preview={step.sent.preview}
            chosen={step.sent.mapping}
            refusal={refusal}
            onMapped={(mapping) => {
              const sent = { ...step.sent, mapping };
              void run(async () => ({ name: "look", sent: await check(sent) }), {
                name: "look",
                sent,
              });
            }}
            onOther={again}
          />
        ) : (
          <Findings
            sent={step.sent}
            found={step.sent.found}
            onImport={() => void importIt(step.sent)}
            onColumns={
              step.sent.mapping &&
              (() => setStep({ name: "look", sent: { ...step.sent, found: null } }))
            }
            onOther={again}
          />
        ))}
      {step.name === "done" && <Done result={step.result} onAnother={again} />}
    </>
  );
}

const reading = ({ mapping, year }: Omit<Sent, "found">) => ({
  ...(mapping && { mapping }),
  ...(year !== null && { year }),
});

const isWithoutYear = (cause: unknown): boolean =>
  cause instanceof Refusal && cause.reason?.code === "statement_days_needed";

const Busy = ({ text, share }: { text: string; share: number | null }) => (
  <Card>
    <p role="status">{text}</p>
    <progress
      class="upload-progress"
      aria-label={text}
      max={1}
      {...(share !== null && { value: share })}
    />
  </Card>
);

function FileFacts({ found }: { found: StatementImportResult }) {
  const { layout, first_day, last_day, row_count, new_count } = found;
  return (
    <dl class="facts">
      <Fact name={t.statements.file}>{found.file_name}</Fact>
      <Fact name={t.statements.recognised}>{t.statements.layouts[layout] ?? layout}</Fact>
      <Fact name={t.statements.period}>
        {t.statements.covered(formatDay(first_day), formatDay(last_day))}
      </Fact>
      <Fact name={t.statements.rows}>{t.statements.rowsNew(row_count, new_count)}</Fact>
    </dl>
  );
}

interface FindingsProps {
  sent: Sent;
  found: StatementImportResult;
  onImport(): void;
  /** Returns to the columns if a person has named them, otherwise null. */
  onColumns: (() => void) | null;
  onOther(): void;
}

function Findings({ sent, found, onImport, onColumns, onOther }: FindingsProps) {
  const leftOut = sent.mapping?.left_out_rows ?? [];
  return (
    <Card title={t.statements.willDo}>
      <p class="hint">{t.statements.willDoHint}</p>
      <FileFacts found={found} />
      <StatementFindings found={found} />
      {leftOut.length > 0 && <p>{t.statements.leftOutRows(leftOut.join(", "))}</p>}
      {found.new_count === 0 && <p>{t.statements.nothingNew}</p>}
      <details>
        <summary>{t.statements.sample}</summary>
        <div class="scroll" tabIndex={0} role="region" aria-label={t.statements.sample}>
          <table class="sample">
            <tbody>
              {sent.preview.lines.map(({ row, cells }) => (
                <tr key={row}>
                  <th scope="row">{row}</th>
                  {cells.map((cell, index) => (
                    <td key={index}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
      <div class="actions">
        <Button tone="primary" onClick={onImport}>
          {t.statements.import(found.new_count)}
        </Button>
        {onColumns && <Button onClick={onColumns}>{t.statements.columns}</Button>}
        <Button onClick={onOther}>{t.statements.otherFile}</Button>
      </div>
    </Card>
  );
}

function Done({ result, onAnother }: { result: StatementImportResult; onAnother(): void }) {
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div ref={heading} tabIndex={-1} class="import-done">
      <Card title={t.statements.done}>
        {result.unsupported_count > 0 && (
          <Notice tone="bad">
            <p>{t.statements.alarm(result.unsupported_count)}</p>
            <p>{t.statements.alarmHint}</p>
          </Notice>
        )}
        <FileFacts found={result} />
        <StatementFindings found={result} />
        <div class="actions">
          {monthsOf(result).map((month, index) => (
            <Link
              key={month}
              class={index === 0 ? "button primary" : "button"}
              to={`/statements/${result.account_id}/${month}`}
            >
              {t.statements.toMonth(formatMonth(month))}
            </Link>
          ))}
          <Button onClick={onAnother}>{t.statements.another}</Button>
        </div>
      </Card>
    </div>
  );
}

/**
 * Returns the months that a file covers, the newest first. For a file of several years, only the
 * last months are returned.
 */
function monthsOf({ first_day, last_day }: StatementImportResult): string[] {
  const months: string[] = [];
  const month = new Date(`${last_day.slice(0, 7)}-01T00:00:00Z`);
  const first = first_day.slice(0, 7);
  while (months.length < 6 && month.toISOString().slice(0, 7) >= first) {
    months.push(month.toISOString().slice(0, 7));
    month.setUTCMonth(month.getUTCMonth() - 1);
  }
  return months;
}
