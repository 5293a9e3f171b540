import { createHash, randomUUIDv7 } from "node:crypto";
import { paginate, type Page } from "../../contract/envelope.ts";
import { limits } from "../../contract/limits.ts";
import type { LikelyReason } from "../../contract/dashboard/reading-rules.ts";
import type { Mutation } from "../../contract/mutations.ts";
import type { Notification, ReportOutcome } from "../../contract/worker.ts";
import { asSql } from "../../db/client.ts";
import { pageSize } from "../base/page-rows.ts";
import { canBeAsked, readersOfMerchants, shownAppName } from "../accounts/merchant-apps.ts";
import { selectBankApps } from "../accounts/merchant-apps.sql.ts";
import { recordHiddenText, watchedPackages, type Device } from "../sources/devices.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { selectAllNumbers, selectUnmatchedNumbers } from "./mutation-pages.sql.ts";
import {
  forgetOldUnread,
  insertReports,
  keepUnread,
  selectMutations,
  selectUnread,
  takeUnread,
  type MutationRow,
  type NewMutation,
  type Recorded,
  type RecordedRow,
  type TransferReport,
  type UnreadRow,
} from "./mutations.sql.ts";
import { cleanText } from "../notifications/formats/engine/clean-text.ts";
import {
  isOpenToRules,
  type NotificationReader,
  type NotificationReading,
} from "../notifications/notification-reader.ts";
import { namedAmounts } from "../notifications/taught-rules.ts";
import { paymentsEnded } from "../payments/payment-announcements.ts";
import {
  selectTaughtOfMerchants,
  selectTaughtRules,
  type RuleInForce,
} from "./reading-rules.sql.ts";
import type { PaymentName } from "../gateway/payment-row.ts";

/** The meaning of a device's notifications, before any of them is recorded. */
interface ReadReport {
  /** One outcome for each notification, in the order of the notifications; "ignored" until its transfer is recorded. */
  outcomes: ReportOutcome[];
  transfers: TransferReport;
  /** For each transfer, the position of the notification from which it was read. */
  positions: readonly number[];
}

/**
 * Records each transfer that a device's notifications report once, as a mutation. In the same transaction, a mutation
 * pays the invoice that it matches. Returns the outcomes in the order of the notifications.
 */
export async function reportNotifications(
  gateway: Gateway,
  device: Device,
  notifications: readonly Notification[],
): Promise<ReportOutcome[]> {
  const report = await readReport(gateway, device, notifications);
  if (report.positions.length === 0) return report.outcomes;
  const [recorded = []] = await recordReports(gateway, [report.transfers]);
  return reportOutcomes(report, recorded);
}

interface UnreadText {
  notification: Notification;
  is_offered: boolean;
  /** True if the text is stored only to ask the merchant whether the app belongs to a bank. */
  is_asked: boolean;
}

const isOfUnknownApp = ({ outcome }: NotificationReading): boolean => outcome === "unknown_app";

/** Reads the texts. Unreadable texts of watched apps are stored for some days, in case a later rule can read them. */
export async function readReport(
  gateway: Gateway,
  device: Device,
  notifications: readonly Notification[],
): Promise<ReadReport> {
  const positions: number[] = [];
  const mutations: NewMutation[] = [];
  const unread: UnreadText[] = [];
  const hidden: Notification[] = [];
  let reader = gateway.notificationReader();
  let readings = notifications.map((notification) => readReported(reader, notification));
  // Apps that the merchant has confirmed as a bank's are also looked up only if needed.
  if (readings.some(isOfUnknownApp)) {
    const apps = await selectBankApps(gateway.sql, device.merchant_id);
    reader = reader.withApps(apps);
    if (apps.length > 0) readings = notifications.map((each) => readReported(reader, each));
  }
  // A merchant's rules are looked up only for a text that needs them.
  const taught = readings.some(isOpenToRules)
    ? await selectTaughtRules(gateway.sql, device.merchant_id)
    : [];
  notifications.forEach((notification, position) => {
    const first = readings[position] as NotificationReading;
    const inForce = isOpenToRules(first) ? rulesFor(taught, notification) : [];
    const reading = inForce.length > 0 ? readReported(reader, notification, inForce) : first;
    if (reading.outcome === "transaction") {
      positions.push(position);
      mutations.push(toMutation(notification, reading));
    } else if (reading.outcome === "unread" || reading.outcome === "unknown_app") {
      const is_offered = reasonToAsk(reader, notification, reading) !== null;
      const is_asked =
        isOfUnknownApp(reading) &&
        canBeAsked(notification.package_name) &&
        reader.looksLikeIncome(notification);
      unread.push({ notification, is_offered, is_asked });
    } else if (reading.outcome === "hidden_text") {
      hidden.push(notification);
    }
  });
  await rememberWatched(gateway, device, { unread, hidden });
  return {
    outcomes: notifications.map(({ key }) => ({
      key,
      outcome: "ignored",
      mutation_id: null,
      matched_payment_code: null,
    })),
    transfers: { merchant_id: device.merchant_id, device_id: device.device_id, mutations },
    positions,
  };
}

/** Returns the rules for a text. A text that is older than a rule is recorded only if a person confirms it. */
const rulesFor = (
  taught: readonly RuleInForce[],
  { posted_at }: Notification,
  received_at?: Date,
): RuleInForce[] =>
  taught.filter(
    ({ reads_from }) =>
      Date.parse(posted_at) >= reads_from.getTime() &&
      (received_at === undefined || received_at >= reads_from),
  );

/**
 * Returns the reason why a text was unread if the team is asked about it, and null otherwise. The author of a text
 * decides which total it names, so texts that strangers can write are excluded.
 */
export function reasonToAsk(
  reader: NotificationReader,
  notification: Notification,
  reading: NotificationReading,
): LikelyReason | null {
  if (reading.outcome !== "unread" || reader.mayBeStrangers(notification)) return null;
  switch (reading.reason) {
    case "too_long":
    case "message":
    case "foreign_title":
      return null;
    case "doubtful":
      return reading.doubt;
    default:
      return reading.reason;
  }
}

/** Creates the response to a report from `recorded`, which has a row for each transfer. */
export function reportOutcomes(
  { outcomes, positions }: ReadReport,
  recorded: readonly RecordedRow[],
): ReportOutcome[] {
  positions.forEach((position, index) => {
    const row = recorded[index];
    const outcome = outcomes[position];
    if (!row || !outcome) throw new Error("a report got no answer");
    outcome.outcome = row.is_new ? "recorded" : "duplicate";
    outcome.mutation_id = row.mutation_id;
    outcome.matched_payment_code = row.matched_payment_code;
  });
  return outcomes;
}

/** Records many reports in one round trip and one transaction. Returns the results in the order of the reports. */
export async function recordReports(
  gateway: Gateway,
  reports: readonly TransferReport[],
): Promise<RecordedRow[][]> {
  const recorded = await insertReports(gateway.sql, { reports, at: gateway.now() });
  announcePaid(gateway, reports, recorded);
  return recorded.reports;
}

/** Announces the payments that these recordings have just paid. */
function announcePaid(
  gateway: Gateway,
  reports: readonly TransferReport[],
  { reports: rows, owed }: Recorded,
): void {
  const paid = reports.flatMap(({ merchant_id }, index): PaymentName[] =>
    (rows[index] ?? []).flatMap(({ is_new, matched_payment_code: payment_code }) =>
      is_new && payment_code !== null ? [{ merchant_id, payment_code }] : [],
    ),
  );
  paymentsEnded(gateway, paid, owed);
}

/** Reads the stored texts again after a change of rules. Returns the number of new mutations. */
export async function rereadNotifications(gateway: Gateway): Promise<number> {
  let after: UnreadRow | undefined;
  let count = 0;
  do {
    const rows = await selectUnread(gateway.sql, { after, limit: rereadBatchSize });
    const merchant_ids = rows.map(({ merchant_id }) => merchant_id);
    const taughtBy = await selectTaughtOfMerchants(gateway.sql, merchant_ids);
    const readerOf = await readersOfMerchants(gateway, merchant_ids);
    for (const row of rows) {
      const reader = readerOf(row.merchant_id);
      const taught = taughtBy.get(row.merchant_id) ?? [];
      const inForce = rulesFor(taught, row.notification, row.received_at);
      if (await recordKept(gateway, row, readReported(reader, row.notification, inForce))) {
        count += 1;
      }
    }
    after = rows.length === rereadBatchSize ? rows.at(-1) : undefined;
  } while (after);
  return count;
}

const rereadBatchSize = 200;

/**
 * Takes a text and records it in one transaction. A crash in between thus loses no text, and two processes record it
 * once.
 */
export async function recordKept(
  gateway: Gateway,
  row: Omit<UnreadRow, "received_at">,
  reading: NotificationReading,
): Promise<boolean> {
  if (reading.outcome === "unread" || reading.outcome === "unknown_app") return false;
  const { merchant_id, device_id, notification } = row;
  const recorded = await gateway.sql.begin(async (tx) => {
    if (!(await takeUnread(tx, row)) || reading.outcome !== "transaction") return null;
    const given = [{ merchant_id, device_id, mutations: [toMutation(notification, reading)] }];
    return {
      given,
      answered: await insertReports(asSql(tx), { reports: given, at: gateway.now() }),
    };
  });
  if (recorded) announcePaid(gateway, recorded.given, recorded.answered);
  return recorded !== null;
}

export function forgetUnreadNotifications(gateway: Gateway): Promise<number> {
  return forgetOldUnread(gateway.sql, { days: limits.unreadTextDays, at: gateway.now() });
}

export async function listMutations(
  gateway: Gateway,
  options: { merchant_id: string; page: number; per_page: number; only_unmatched: boolean },
): Promise<Page<Mutation>> {
  const per_page = pageSize(options);
  const selectNumbers = options.only_unmatched ? selectUnmatchedNumbers : selectAllNumbers;
  const { total, numbers } = await selectNumbers(gateway.sql, { ...options, per_page });
  const { merchant_id } = options;
  const rows = await selectMutations(gateway.sql, { merchant_id, numbers });
  return {
    items: rows.map(presentMutation),
    pagination: paginate(total, rows.length, options.page, per_page),
  };
}

export function presentMutation(row: MutationRow): Mutation {
  return {
    ...row,
    posted_at: row.posted_at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}

/**
 * Returns the identity of a report. Two reports are the same transfer if package, title, text and the notification's
 * own time are equal. The key does not count, because one wallet uses a constant key. Each part follows its length,
 * so that no two different reports give the same bytes.
 */
export function identityOf(notification: Notification): string {
  const parts = [
    notification.package_name.toLowerCase(),
    notification.title ?? "",
    notification.body ?? notification.big_text ?? "",
    new Date(notification.posted_at).toISOString(),
  ];
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return hash.digest("hex");
}

/**
 * Returns the hash of the part that is equal if two apps or two phones report one payment: the text without its title.
 * The app's encoding of the text does not matter (one app sends `&amp;` for `&`). Only credits are compared.
 */
function wordingOf(mutation: { body: string | null; type_parsed: string }): string | null {
  if (mutation.body === null || mutation.type_parsed !== "CREDIT") return null;
  const words = cleanText(mutation.body).toLowerCase().replace(/\s+/gu, " ");
  return createHash("sha256").update(words).digest("hex").slice(0, 16);
}

export const readReported = (
  reader: NotificationReader,
  notification: Notification,
  taught: Parameters<NotificationReader["readWith"]>[1] = [],
) => reader.readWith(notification, taught);

type TransactionReading = Extract<NotificationReading, { outcome: "transaction" }>;

/** The transfer of a text that a person has confirmed. The sender is unknown. */
export function confirmedMutation(notification: Notification, amount: number): NewMutation {
  return toMutation(notification, {
    outcome: "transaction",
    rule: confirmedRule,
    type: "CREDIT",
    amount,
    currency: "IDR",
    sender: null,
  });
}

/** The name in place of a rule, for texts that a person has read. */
export const confirmedRule = "person.confirmed";

function toMutation(notification: Notification, reading: TransactionReading): NewMutation {
  const body = notification.big_text ?? notification.body;
  return {
    mutation_id: randomUUIDv7(),
    identity: identityOf(notification),
    package_name: notification.package_name,
    app_name: notification.app_name ?? null,
    app_version: notification.app_version ?? null,
    title: notification.title,
    body,
    // PostgreSQL accepts fewer offsets than RFC 3339.
    posted_at: new Date(notification.posted_at).toISOString(),
    amount_parsed: reading.amount,
    sender_parsed: reading.sender,
    type_parsed: reading.type,
    currency_parsed: reading.currency,
    rule: reading.rule,
    wording: wordingOf({ body, type_parsed: reading.type }),
  };
}

/**
 * Stores the unread texts of watched apps, and those that are kept to ask about an app. Records that a watched app's
 * text was hidden.
 */
async function rememberWatched(
  gateway: Gateway,
  device: Device,
  { unread, hidden }: { unread: readonly UnreadText[]; hidden: readonly Notification[] },
): Promise<void> {
  if (unread.length + hidden.length === 0) return;
  const watched = new Set(
    (await watchedPackages(gateway.sql, device.merchant_id)).map((name) => name.toLowerCase()),
  );
  const isWatched = ({ package_name }: Notification) => watched.has(package_name.toLowerCase());
  if (hidden.some(isWatched)) await recordHiddenText(gateway.sql, device, gateway.now());
  const kept = unread
    .filter(({ notification, is_asked }) => is_asked || isWatched(notification))
    .map(({ notification, is_offered, is_asked }) => ({
      is_watched: isWatched(notification),
      device_id: device.device_id,
      identity: identityOf(notification),
      notification,
      named_amounts: namedAmounts(notification),
      is_offered,
      app_asked: is_asked ? appAsked(notification) : null,
    }));
  await keepUnread(gateway.sql, device.merchant_id, kept, gateway.now());
}

function appAsked({ package_name, app_name }: Notification) {
  return { package_name: package_name.toLowerCase(), app_name: shownAppName(app_name) };
}
