import { useState } from "preact/hooks";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { accountName, nameInCode } from "../../base/account-name.ts";
import { addressOf, call } from "../../base/api.ts";
import { ConfirmButton } from "../../ui/dialog.tsx";
import { Filter } from "../../ui/plain-filter.tsx";
import { Downloads } from "../../ui/downloads.tsx";
import { Moment } from "../../ui/moment.tsx";
import { MoreMenu } from "../../ui/more-menu.tsx";
import { NearPayments } from "../mutations/near-payments.tsx";
import { QueryResult, Card, Page } from "../../ui/page.tsx";
import { MonthClosing, Reversals } from "./month-closing.tsx";
import { MonthFigures } from "./month-figures.tsx";
import { meaningOrder, StatementFindings } from "./statement-findings.tsx";
import { RecordAll } from "./record-all.tsx";
import { StatementRows } from "./statement-rows.tsx";
import { UnsupportedTransfers } from "./unsupported-transfers.tsx";
import type {
  StatementImport,
  StatementMeaning,
  StatementMonthDetail,
} from "../../base/generated/types.gen.ts";
import type { PageProps } from "../../base/match-route.ts";
import { mutationPath } from "../../base/mutation-path.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { Link, useRouter } from "../../base/router.tsx";
import { formatDay, formatMonth } from "../../base/time.ts";
import { phoneMedia, useMedia } from "../../base/use-media.ts";
import { useQuery } from "../../base/use-query.ts";
import { pageLanguage as language } from "../../base/page-language.ts";
import { useAnnounce } from "../../base/announce.tsx";
import { statementsTexts as t } from "./statements-texts.ts";
import { Button } from "../../ui/button.tsx";

/** Shows a month of an account: the bank's figures, and the open rows. */
export function StatementMonth({ parameters: { account_id = "", month = "" } }: PageProps) {
  const path = { account_id, month };
  const statement = useQuery("getStatementMonth", { path });
  const data = statement.data;
  return (
    <Page
      title={/^\d{4}-\d\d$/u.test(month) ? formatMonth(month) : t.menu.statements}
      {...(data && { hint: accountOf(data) })}
      back={{ to: "/statements", text: t.menu.statements }}
      actions={data && <MonthActions month={data} path={path} />}
    >
      <QueryResult query={statement}>
        {(detail) => <Month detail={detail} onChanged={statement.reload} />}
      </QueryResult>
    </Page>
  );
}

interface MonthActionsProps {
  month: StatementMonthDetail;
  path: { account_id: string; month: string };
}

/** Prints and downloads the month, on a phone from a menu. */
function MonthActions({ month, path }: MonthActionsProps) {
  const isPhone = useMedia(phoneMedia);
  const actions = (
    <>
      <Button to={`/statements/${path.account_id}/${path.month}/print`}>{t.common.print}</Button>
      <Downloads
        label={t.statements.download}
        workbook={addressOf("exportStatementRowsWorkbook", { path, query: { language } })}
        csv={addressOf("exportStatementRows", { path, query: { language } })}
        hasPeriod
        name={fileNameOf(month, t.statements.fileWords.rows)}
      />
      <Downloads
        label={t.statements.downloadJournal}
        workbook={addressOf("exportStatementJournalWorkbook", { path, query: { language } })}
        csv={addressOf("exportStatementJournal", { path, query: { language } })}
        hasPeriod
        name={fileNameOf(month, t.statements.fileWords.journal)}
      />
    </>
  );
  return isPhone ? <MoreMenu>{actions}</MoreMenu> : actions;
}

/** Returns the account's name, and its holder or the NMID of its code. */
export const accountOf = (month: StatementMonthDetail): string =>
  [accountName(month), nameInCode(month) ? month.account_number : month.account_name]
    .filter(Boolean)
    .join(", ");

/**
 * Returns for example `bca-7890-2026-11-mutasi`. A folder can contain files of several accounts and
 * months.
 */
const fileNameOf = (
  { channel_name, account_number, month }: StatementMonthDetail,
  words: string,
): string =>
  [channel_name, account_number?.slice(-4), month, words]
    .filter(Boolean)
    .join("-")
    .toLowerCase()
    .replaceAll(/[^a-z\d.]+/gu, "-");

interface MonthProps {
  detail: StatementMonthDetail;
  onChanged(): Promise<void>;
}

function Month({ detail, onChanged }: MonthProps) {
  const announce = useAnnounce();
  const { go } = useRouter();
  const [meaning, setMeaning] = useState<StatementMeaning | "">("");
  const [recorded, setRecorded] = useState<string | null>(null);
  const [changes, setChanges] = useState(0);
  const changed = async () => {
    setChanges((count) => count + 1);
    await onChanged();
  };
  async function withdraw({ import_id }: StatementImport) {
    await call("withdrawStatement", { path: { import_id }, body: {} });
    announce(t.statements.withdrawn);
    // The only import of the month is withdrawn, so the month no longer exists.
    if (detail.imports.length === 1) go("/statements");
    else await onChanged();
  }
  const { account_id, month, meanings } = detail;
  const counts = new Map(meanings.map((each) => [each.meaning, each.row_count]));
  const isClosed = detail.closed_at !== null;
  return (
    <>
      <UnsupportedTransfers
        transfers={detail.unsupported.filter(({ closed_at }) => closed_at === null)}
        onClosed={onChanged}
      />
      {recorded !== null && <RecordedCard mutationId={recorded} />}
      <Card title={t.statements.summary}>
        <p class="hint">
          {t.statements.covered(formatDay(detail.first_day), formatDay(detail.last_day))}
        </p>
        <MonthFigures month={detail} />
        <StatementFindings found={detail} />
        <MonthClosing month={detail} onChanged={changed} />
      </Card>
      <Reversals month={detail} onChanged={changed} />
      {detail.unexplained_count > 0 && (
        <Card title={t.statements.open} actions={<RecordAll month={detail} onChanged={changed} />}>
          <p class="hint">{t.statements.openHint}</p>
          <StatementRows
            account_id={account_id}
            month={month}
            isUnexplained
            changes={changes}
            onChanged={changed}
            onRecorded={setRecorded}
          />
        </Card>
      )}
      <Card
        class="month-card"
        title={t.statements.allRows}
        actions={
          <Filter<StatementMeaning>
            label={t.common.show}
            value={meaning}
            choices={meaningOrder
              .filter((each) => counts.has(each))
              .map((each) => [each, `${t.statements.meanings[each]} (${counts.get(each)})`])}
            onChange={setMeaning}
          />
        }
      >
        <StatementRows
          account_id={account_id}
          month={month}
          meaning={meaning === "" ? undefined : meaning}
          isClosed={isClosed}
          changes={changes}
          onChanged={changed}
          onRecorded={setRecorded}
        />
      </Card>
      <Card
        class="month-card"
        title={t.statements.imports}
        actions={
          <Button
            needs="importStatement"
            icon="plus"
            to={`/statements/import?account=${account_id}`}
          >
            {t.common.uploadStatement}
          </Button>
        }
      >
        <ul class="rows plain">
          {detail.imports.map((each) => (
            <ImportRow key={each.import_id} imported={each} onWithdraw={() => withdraw(each)} />
          ))}
        </ul>
      </Card>
    </>
  );
}

/**
 * Shows the next step after recording money: its transfer, and the invoice that the transfer paid or
 * might be for.
 */
function RecordedCard({ mutationId }: { mutationId: string }) {
  const transfer = useQuery("getOwnMutation", { path: { mutation_id: mutationId } });
  return (
    <Card title={t.statements.recorded} class="recorded">
      <QueryResult query={transfer}>
        {({ amount_parsed, sender_parsed, matched_payment_code: code, body }) => (
          <>
            <p>
              {formatRupiah(amount_parsed)}, {body}
            </p>
            <p>
              {code !== null && (
                <>
                  {t.statements.paid} <Link to={paymentPath(code)}>{code}</Link>.{" "}
                </>
              )}
              <Link to={mutationPath(mutationId)}>{t.statements.seeTransfer}</Link>
            </p>
            {code === null && (
              <>
                <NearPayments mutationId={mutationId} sender={sender_parsed} />
                <Button needs="tieTransfer" to={`/reconciliation?transfer=${mutationId}`}>
                  {t.statements.toReconciliation}
                </Button>
              </>
            )}
          </>
        )}
      </QueryResult>
    </Card>
  );
}

interface ImportRowProps {
  imported: StatementImport;
  onWithdraw(): Promise<void>;
}

function ImportRow({ imported, onWithdraw }: ImportRowProps) {
  const { layout, first_day, last_day, row_count, new_count } = imported;
  return (
    <li class="row">
      <div class="row-title">
        <strong>{imported.file_name}</strong>
        <span class="hint">{t.statements.layouts[layout] ?? layout}</span>
      </div>
      <div class="row-details">
        <span>{t.statements.covered(formatDay(first_day), formatDay(last_day))}</span>
        <span class="hint">{t.statements.importFacts(row_count, new_count)}</span>
        <Moment at={imported.imported_at} />
      </div>
      <ConfirmButton
        needs="withdrawStatement"
        buttonTone="link"
        aria-label={`${t.statements.withdraw}: ${imported.file_name}`}
        title={t.statements.withdrawTitle(imported.file_name)}
        action={t.statements.withdraw}
        submit={onWithdraw}
      >
        <p class="hint">{t.statements.withdrawHint}</p>
      </ConfirmButton>
    </li>
  );
}
