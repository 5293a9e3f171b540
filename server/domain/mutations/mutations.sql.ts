import { limits } from "../../contract/limits.ts";
import type { Mutation } from "../../contract/mutations.ts";
import type { Notification } from "../../contract/worker.ts";
import type { Sql, Tx } from "../../db/client.ts";
import { noteUnknownApps, type UnknownAppText } from "../accounts/merchant-apps.sql.ts";
import { holdMerchant } from "../merchants/merchants.sql.ts";
import { heldPaymentDetails } from "../payments/payments.sql.ts";
import type { PaymentDetails } from "../gateway/payment-row.ts";
import type { DueDelivery } from "../gateway/delivery.ts";
import { transactionTime } from "../base/clock.sql.ts";

export interface NewMutation {
  mutation_id: string;
  /** SHA-256 in hexadecimal; see `identityOf`. */
  identity: string;
  package_name: string;
  app_name: string | null;
  app_version: string | null;
  title: string | null;
  body: string | null;
  posted_at: string;
  amount_parsed: number;
  sender_parsed: string | null;
  type_parsed: "CREDIT" | "DEBIT";
  currency_parsed: string | null;
  rule: string;
  /** A hash in hexadecimal; see `wordingOf`. */
  wording: string | null;
  /** The account that an email names. A phone's account follows from its pool. */
  account_id?: string | null;
}

export interface TransferReport {
  merchant_id: string;
  device_id: string;
  mutations: readonly NewMutation[];
}

export interface RecordedRow {
  is_new: boolean;
  mutation_id: string;
  matched_payment_code: string | null;
}

export interface Recorded {
  /** The rows in the order of the reports and of their mutations. */
  reports: RecordedRow[][];
  /**
   * Most deliveries of the payments that were just paid. Deliveries with large orders or with a merchant's own steps
   * are missing, and all are missing if there are very many.
   */
  owed: DueDelivery[];
}

/** Inserts all reports in one round trip. */
export async function insertReports(
  sql: Sql,
  { reports, at }: { reports: readonly TransferReport[]; at: Date | null },
): Promise<Recorded> {
  const transfers = reports.flatMap(({ merchant_id, device_id, mutations }) =>
    mutations.map((mutation) => ({ merchant_id, device_id, ...mutation })),
  );
  const reportOf = reports.flatMap(({ mutations }, index) => mutations.map(() => index));
  const rows = await sql<RecordedTransfer[]>`
    select
      recorded.transfer_position,
      recorded.is_new,
      recorded.mutation_id,
      recorded.matched_payment_code,
      recorded.delivery_id,
      recorded.delivery_url,
      (recorded.payment).merchant_id,
      (recorded.payment).payment_number,
      (recorded.payment).payment_updated_at as paid_at,
      case when recorded.delivery_id is not null and ${transfers.length <= limits.webhooksPerLook}
        then ${heldPaymentDetails(sql, { row: "recorded", at })}
      end as payment
    from record_transfers(${JSON.stringify(transfers.map(asReportedTransfer))}::text::json, ${at}) recorded
    order by recorded.transfer_position
  `;
  const recorded: Recorded = { reports: reports.map(() => []), owed: [] };
  for (const row of rows) {
    const { is_new, mutation_id, matched_payment_code } = row;
    const report = reportOf[row.transfer_position - 1] ?? -1;
    recorded.reports[report]?.push({ is_new, mutation_id, matched_payment_code });
    if (row.payment !== null) recorded.owed.push(toDelivery(row));
  }
  return recorded;
}

interface OwedNow {
  merchant_id: string;
  payment_number: number;
  paid_at: Date;
  delivery_id: string;
  delivery_url: string;
  payment: PaymentDetails;
}

type RecordedTransfer = RecordedRow & { transfer_position: number } & (OwedNow | { payment: null });

const toDelivery = (paid: OwedNow): DueDelivery => ({
  merchant_id: paid.merchant_id,
  delivery_id: paid.delivery_id,
  payment_number: paid.payment_number,
  device_id: null,
  event_type: "payment.paid",
  url: paid.delivery_url,
  body: null,
  scheduled_count: 0,
  created_at: paid.paid_at,
  payment: paid.payment,
});

type Transfer = NewMutation & Omit<TransferReport, "mutations">;

/** Returns a transfer in the form of the type `reported_transfer`. */
const asReportedTransfer = (transfer: Transfer, index: number) => ({
  ...transfer,
  transfer_position: index + 1,
  identity: asBytes(transfer.identity),
  wording: transfer.wording === null ? null : asBytes(transfer.wording),
});

const asBytes = (hexadecimal: string) => `\\x${hexadecimal}`;

export interface UnreadRow {
  merchant_id: string;
  device_id: string;
  /** SHA-256 in hexadecimal, as in NewMutation. */
  identity: string;
  notification: Notification;
  received_at: Date;
}

/** A text to store, with all its amounts, and whether Tepat asks the team if the text paid. */
type KeptText = Omit<UnreadRow, "merchant_id" | "received_at"> & {
  named_amounts?: readonly number[];
  is_offered?: boolean;
  /**
   * Set if Tepat asks the merchant whether this app belongs to a bank. An unwatched app's text is kept only for this
   * question.
   */
  app_asked?: Pick<UnknownAppText, "package_name" | "app_name"> | null;
  is_watched?: boolean;
};

/**
 * Stores texts of one merchant as far as there is room. Newer texts replace older ones, except texts of the last
 * hour. A flood of texts is thus written once, and then costs only a read. The sizes are those on the disk, which are
 * known without reading the texts. Texts that are kept only for the question about an app have a small part of the
 * room.
 */
export async function keepUnread(
  sql: Sql,
  merchant_id: string,
  given: readonly KeptText[],
  at: Date | null,
): Promise<void> {
  if (given.length === 0) return;
  await sql.begin(async (tx) => {
    await holdMerchant(tx, merchant_id);
    const texts = given.flatMap(({ app_asked, device_id, identity }) =>
      app_asked ? [{ ...app_asked, device_id, identity }] : [],
    );
    const unrefused =
      texts.length > 0 ? await noteUnknownApps(tx, { merchant_id, texts, at }) : new Set<string>();
    const asked = given.flatMap(({ app_asked, is_watched, ...text }) =>
      app_asked && !is_watched && unrefused.has(app_asked.package_name)
        ? [{ ...text, package_name: app_asked.package_name }]
        : [],
    );
    // Texts that are kept only for a question come last.
    const unread = [
      ...given.filter(({ app_asked, is_watched }) => !app_asked || is_watched),
      ...(await chooseAsked(tx, { merchant_id, asked, at })),
    ].map(({ device_id, identity, notification, named_amounts, is_offered }) => ({
      device_id,
      identity,
      notification,
      named_amounts,
      is_offered,
    }));
    if (unread.length === 0) return;
    const coming = tx`
      select fresh.*, row_number() over arrival as place, sum(octet_length(fresh.notification::text)) over arrival as bytes
      from (
        select device_id, decode(identity, 'hex') as identity, notification, named_amounts, is_offered, position
        from rows from (
          json_to_recordset(${JSON.stringify(unread)}::text::json)
            as (device_id uuid, identity text, notification json, named_amounts bigint[], is_offered boolean)
        ) with ordinality as given (device_id, identity, notification, named_amounts, is_offered, position)
      ) fresh
      where not exists (
        select from unread_notifications known
        where known.merchant_id = ${merchant_id}
          and known.device_id = fresh.device_id
          and known.identity = fresh.identity
      )
      window arrival as (order by fresh.position)
    `;
    await tx`
      with coming as (select count(*) as texts, coalesce(max(bytes), 0) as bytes from (${coming}) each),
      present as (
        select
          device_id, identity, received_at,
          row_number() over newest as place,
          sum(pg_column_size(notification)) over newest as bytes
        from unread_notifications
        where merchant_id = ${merchant_id}
        window newest as (order by received_at desc, identity)
      )
      delete from unread_notifications unread
      using present, coming
      where unread.merchant_id = ${merchant_id}
        and unread.device_id = present.device_id
        and unread.identity = present.identity
        and present.received_at
          < ${transactionTime(tx, at)} - make_interval(secs => ${limits.unreadTextKeptSeconds})
        and (
          present.place + coming.texts > ${limits.unreadTexts}
          or present.bytes + coming.bytes > ${limits.unreadTextBytes}
        )
    `;
    await tx`
      insert into unread_notifications (
        merchant_id, device_id, identity, notification, received_at, named_amounts, candidate_payment_number
      )
      select
        ${merchant_id}, coming.device_id, coming.identity, coming.notification, ${transactionTime(tx, at)},
        coalesce(coming.named_amounts, '{}'),
        (
          select pending.payment_number from payments pending
          where coming.is_offered
            and pending.merchant_id = ${merchant_id}
            and pending.pool_id = (
              select pool_id
              from matching_pools
              where merchant_id = ${merchant_id}
                and package_name = lower(coming.notification->>'package_name')
                and (device_id = coming.device_id or device_id is null)
              order by device_id nulls last
              limit 1
            )
            and pending.payment_status = 'PENDING'
            and pending.payment_total = any(coming.named_amounts)
            and pending.payment_expired_at > ${transactionTime(tx, at)}
          order by pending.payment_number desc
          limit 1
        )
      from (${coming}) coming
      cross join (
        select count(*) as texts, coalesce(sum(pg_column_size(notification)), 0) as bytes
        from unread_notifications
        where merchant_id = ${merchant_id}
      ) present
      where present.texts + coming.place <= ${limits.unreadTexts}
        and present.bytes + coming.bytes <= ${limits.unreadTextBytes}
      on conflict do nothing
    `;
  });
}

interface PlacedText {
  device_id: string;
  identity: string;
  package_name: string;
}

/**
 * Returns the texts that have room among those kept only for the question about an app. Newer texts replace older
 * ones, except texts of the last hour.
 */
async function chooseAsked<Text extends PlacedText & { notification: Notification }>(
  tx: Tx,
  { merchant_id, asked, at }: { merchant_id: string; asked: readonly Text[]; at: Date | null },
): Promise<Text[]> {
  if (asked.length === 0) return [];
  // An app that was deleted in the meantime is not watched either.
  const present = await tx<(PlacedText & { can_go: boolean })[]>`
    select
      device_id, encode(identity, 'hex') as identity, package_name,
      received_at < ${transactionTime(tx, at)} - make_interval(secs => ${limits.unreadTextKeptSeconds}) as can_go
    from (
      select *, lower(notification->>'package_name') as package_name
      from unread_notifications
      where merchant_id = ${merchant_id}
    ) kept
    where not exists (
      select from accounts
      where accounts.merchant_id = ${merchant_id}
        and lower(accounts.app_package) = kept.package_name
    )
      and not exists (
        select from merchant_apps
        where merchant_apps.merchant_id = ${merchant_id}
          and merchant_apps.package_name = kept.package_name
          and is_bank
      )
    order by received_at, identity
  `;
  const kept = [...present];
  const gone: PlacedText[] = [];
  const chosen = asked.filter((text) => {
    const isKept = kept.some(
      ({ device_id, identity }) => device_id === text.device_id && identity === text.identity,
    );
    const isLong = Buffer.byteLength(JSON.stringify(text.notification)) > limits.askedTextBytes;
    if (isKept || isLong) return false;
    const ofApp = kept.filter(({ package_name }) => package_name === text.package_name);
    const crowd =
      ofApp.length >= limits.askedTextsPerApp
        ? ofApp
        : kept.length >= limits.askedTexts
          ? kept
          : null;
    if (crowd !== null) {
      const oldest = crowd.find(({ can_go }) => can_go);
      if (oldest === undefined) return false;
      kept.splice(kept.indexOf(oldest), 1);
      gone.push(oldest);
    }
    kept.push({ ...text, can_go: false });
    return true;
  });
  if (gone.length > 0) {
    await tx`
      delete from unread_notifications unread
      using json_to_recordset(${JSON.stringify(gone)}::text::json) as gone (device_id uuid, identity text)
      where unread.merchant_id = ${merchant_id}
        and unread.device_id = gone.device_id
        and unread.identity = decode(gone.identity, 'hex')
    `;
  }
  return chosen;
}

const beforeAll = "00000000-0000-0000-0000-000000000000";

/** Selects texts in the order of the key, after the row `after`. */
export function selectUnread(
  sql: Sql,
  { after, limit }: { after: UnreadRow | undefined; limit: number },
): Promise<UnreadRow[]> {
  return sql<UnreadRow[]>`
    select merchant_id, device_id, encode(identity, 'hex') as identity, notification, received_at
    from unread_notifications
    where (merchant_id, device_id, identity) > (
      ${after?.merchant_id ?? beforeAll}::uuid,
      ${after?.device_id ?? beforeAll}::uuid,
      decode(${after?.identity ?? ""}, 'hex')
    )
      and refused_at is null
    order by merchant_id, device_id, identity
    limit ${limit}
  `;
}

/** Deletes the text. Returns false if another process has taken it. */
export async function takeUnread(
  tx: Sql | Tx,
  unread: Pick<UnreadRow, "merchant_id" | "device_id" | "identity">,
): Promise<boolean> {
  const result = await tx`
    delete from unread_notifications
    where merchant_id = ${unread.merchant_id}
      and device_id = ${unread.device_id}
      and identity = decode(${unread.identity}, 'hex')
  `;
  return result.count === 1;
}

/** Deletes texts that are too old to keep. Returns their number. */
export async function forgetOldUnread(
  sql: Sql,
  options: { days: number; at: Date | null },
): Promise<number> {
  const result = await sql`
    delete from unread_notifications
    where received_at < ${transactionTime(sql, options.at)} - make_interval(days => ${options.days})
  `;
  return result.count;
}

/** A mutation as the API returns it, with its times as dates. */
export type MutationRow = Omit<Mutation, "posted_at" | "created_at"> & {
  posted_at: Date;
  created_at: Date;
};

/** The columns of `mutationTables` that form a MutationRow. */
export const mutationColumns = (sql: Sql) => sql`
  mutation.mutation_id as id,
  mutation.device_id,
  mutation.title,
  mutation.body,
  mutation.posted_at,
  mutation.amount_parsed,
  mutation.sender_parsed,
  mutation.type_parsed,
  mutation.currency_parsed,
  mutation.matched_payment_number is not null as is_matched,
  payment.payment_id as matched_payment_id,
  payment.payment_code as matched_payment_code,
  mutation.created_at,
  device.device_name,
  mutation.package_name,
  coalesce(mutation.app_name, app.app_name) as app_name,
  mutation.app_version,
  account.account_number,
  account.account_name,
  channel.channel_name as bank_name,
  channel.channel_type as bank_type
`;

/**
 * `mutations mutation` with its device, and with the receiving account if it is known: that of the payment it paid,
 * or else the only account of its pool.
 */
export const mutationTables = (sql: Sql) => sql`
  mutations mutation
  join devices device using (merchant_id, device_id)
  left join payments payment
    on payment.merchant_id = mutation.merchant_id
    and payment.payment_number = mutation.matched_payment_number
  left join apps app on lower(app.app_package) = lower(mutation.package_name)
  left join lateral (
    select (array_agg(account_id))[1] as account_id
    from accounts
    where accounts.merchant_id = mutation.merchant_id
      and accounts.pool_id = mutation.pool_id
    having count(*) = 1
  ) sole on mutation.matched_payment_number is null
  left join accounts account
    on account.merchant_id = mutation.merchant_id
    and account.account_id = coalesce(payment.account_id, sole.account_id)
  left join channels channel using (channel_id)
`;

/** Selects mutations by these numbers, in the order of the numbers. */
export function selectMutations(
  sql: Sql,
  { merchant_id, numbers }: { merchant_id: string; numbers: readonly number[] },
): Promise<MutationRow[]> {
  return sql<MutationRow[]>`
    select ${mutationColumns(sql)}
    from ${mutationTables(sql)}
    where mutation.merchant_id = ${merchant_id}
      and mutation.mutation_number = any(${numbers as number[]}::bigint[])
    order by array_position(${numbers as number[]}::bigint[], mutation.mutation_number)
  `;
}
