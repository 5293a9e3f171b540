import { accountName } from "../../base/account-name.ts";
import type { BankRecord, OwnMutation, StatementPlace } from "../../base/generated/types.gen.ts";
import { Link } from "../../base/router.tsx";
import { formatDay, formatMoment, formatMonth } from "../../base/time.ts";
import { isAlarming, isFromStatement } from "../../base/transfer-source.ts";
import { bankRecordTexts as t } from "./bank-record-texts.ts";
import { Icon } from "../../ui/icon.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Notice } from "../../ui/notice.tsx";
import { When } from "../../ui/when.tsx";

/** Returns the path of the page for the month of the statement's row. */
export const monthPath = ({ account_id, day }: StatementPlace): string =>
  `/statements/${account_id}/${day.slice(0, 7)}`;

/**
 * Shows the bank statement's record of a transfer: an alarm, the outcome of the alarm, or the proof. Empty until a
 * statement covers the transfer.
 */
export function BankRecordNotice({ record }: { record: BankRecord | null }) {
  if (record === null) return null;
  if (record.finding !== "unsupported") return <BankProof record={record} />;
  return (
    <Notice tone={record.verdict === "genuine" ? "warning" : "bad"}>
      <p>
        <strong>{record.is_one_of_several ? t.bankRecord.oneMissing : t.bankRecord.missing}</strong>
      </p>
      <AlarmWords record={record} />
    </Notice>
  );
}

function AlarmWords({ record }: { record: BankRecord }) {
  const { verdict, note, closed_at, closed_by } = record;
  const month = formatMonth(record.day.slice(0, 7));
  if (verdict === null || closed_at === null) {
    return (
      <>
        <p>{record.is_one_of_several ? t.bankRecord.oneMissingHint : t.bankRecord.missingHint}</p>
        <Link to={monthPath(record)}>{t.bankRecord.look(month)}</Link>
      </>
    );
  }
  const moment = formatMoment(closed_at);
  return (
    <>
      <p>
        <strong>{t.bankRecord.verdicts[verdict]}.</strong> {note}
      </p>
      <p>
        {closed_by ? t.bankRecord.judgedBy(closed_by.name, moment) : t.bankRecord.judged(moment)}
      </p>
      <Link to={monthPath(record)}>{t.bankRecord.month(month)}</Link>
    </>
  );
}

/** Links to the month whose statement row proves a transfer. Empty if no row proves the transfer. */
export function BankProof({ record }: { record: BankRecord }) {
  const { finding } = record;
  if (finding === "unsupported") return null;
  const day = formatDay(record.day);
  return (
    <ProofLink place={record}>
      {finding === "recorded"
        ? t.bankRecord.recorded(accountName(record), day)
        : t.bankRecord[finding](day)}
    </ProofLink>
  );
}

export const ProofLink = ({ place, children }: { place: StatementPlace; children: string }) => (
  <Link class="bank-proof" to={monthPath(place)}>
    <Icon name="check" />
    {children}
  </Link>
);

/**
 * In a list: shows that the bank has no record of the transfer, or a team member's verdict about
 * it.
 */
export function BankAlarmTag({ record }: { record: BankRecord | null }) {
  if (!isAlarming(record)) return null;
  const { verdict, is_one_of_several } = record;
  const open = is_one_of_several ? t.bankRecord.oneMissingTag : t.bankRecord.missingTag;
  return (
    <span class="tag bad">
      <Icon name="warning" />
      {verdict === null ? open : t.bankRecord.verdicts[verdict]}
    </span>
  );
}

interface TransferTimeProps {
  transfer: Pick<OwnMutation, "posted_at" | "bank_record">;
  /** True if the time is shown in a table row. */
  isShort?: boolean;
}

/** Shows the time of the transfer, or only the day if its statement has no times. */
export function TransferTime({ transfer, isShort = false }: TransferTimeProps) {
  const { posted_at, bank_record: record } = transfer;
  if (record !== null && isFromStatement(transfer) && record.booked_at === null) {
    return <time dateTime={record.day}>{formatDay(record.day)}</time>;
  }
  return isShort ? <When at={posted_at} /> : <Moment at={posted_at} />;
}
