import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { LikelyReason } from "../../contract/dashboard/reading-rules.ts";
import type { Notification } from "../../contract/worker.ts";
import { readerOfMerchant } from "../accounts/merchant-apps.ts";
import type { NotificationReader } from "../notifications/notification-reader.ts";
import type { Gateway } from "../gateway/gateway.ts";
import {
  insertConfirmed,
  isUnreadKept,
  markRefused,
  selectLikelyTexts,
} from "./likely-texts.sql.ts";
import type { LikelyTextRow, NamedPayment } from "./likely-texts.sql.ts";
import { matchConfirmedPayment } from "./matching.ts";
import { confirmedMutation, readReported, reasonToAsk } from "./mutations.ts";
import { takeUnread } from "./mutations.sql.ts";

/**
 * Notifications that no rule could read without doubt, but that name exactly the total of a pending invoice. None of
 * them pays automatically. A person checks with the bank, and then confirms the notification or marks it as not a
 * transfer.
 */
export interface LikelyText {
  text_id: string;
  package_name: string;
  app_name: string;
  title: string | null;
  body: string | null;
  posted_at: string;
  received_at: string;
  device_name: string;
  /** The reason why no rule read the text. */
  reason: LikelyReason;
  payments: (Omit<NamedPayment, "created_at"> & { created_at: string })[];
}

/** Lists the texts, newest first. */
export async function listLikelyTexts(
  gateway: Gateway,
  { merchant_id }: { merchant_id: string },
): Promise<LikelyText[]> {
  const rows = await selectLikelyTexts(gateway.sql, { merchant_id, at: gateway.now() });
  const reader = await readerOfMerchant(gateway, merchant_id);
  return rows
    .flatMap((row) => {
      const reason = reasonOf(reader, row.notification);
      return reason === null ? [] : [present(reader, row, reason)];
    })
    .slice(0, limits.likelyTextsShown);
}

function reasonOf(reader: NotificationReader, notification: Notification): LikelyReason | null {
  return reasonToAsk(reader, notification, readReported(reader, notification));
}

function present(reader: NotificationReader, row: LikelyTextRow, reason: LikelyReason): LikelyText {
  const { package_name, title, body, big_text, posted_at } = row.notification;
  return {
    text_id: `${row.device_id}.${row.identity}`,
    package_name,
    app_name: reader.appNameOf(package_name) ?? package_name,
    title,
    body: big_text || body,
    posted_at: new Date(posted_at).toISOString(),
    received_at: row.received_at.toISOString(),
    device_name: row.device_name,
    reason,
    payments: row.payments.map((payment) => ({
      ...payment,
      created_at: new Date(payment.created_at).toISOString(),
    })),
  };
}

/**
 * Pays the invoice with the text, as a manual match. In the same transaction, the text becomes the mutation that
 * paid. If two people confirm one text, or confirm it for two invoices, only the first succeeds.
 */
export async function confirmLikelyText(
  gateway: Gateway,
  {
    merchant_id,
    text_id,
    payment_code,
  }: { merchant_id: string; text_id: string; payment_code: string },
): Promise<{ mutation_id: string }> {
  const text = textOf(text_id);
  const at = gateway.now();
  const [row] = await selectLikelyTexts(gateway.sql, { merchant_id, at, text });
  const payment = row?.payments.find((named) => named.payment_code === payment_code);
  if (row === undefined || payment === undefined) {
    const isKept = await isUnreadKept(gateway.sql, { merchant_id, ...text });
    throw isKept ? noSuchPayment() : noSuchText();
  }
  const reader = await readerOfMerchant(gateway, merchant_id);
  if (reasonOf(reader, row.notification) === null) throw noSuchText();
  if (!(await takeUnread(gateway.sql, { merchant_id, ...text }))) throw noSuchText();
  const transfer = {
    merchant_id,
    device_id: text.device_id,
    ...confirmedMutation(row.notification, payment.payment_total),
  };
  const mutation_id = await insertConfirmed(gateway.sql, transfer, at);
  if (mutation_id === null) throw noSuchText();
  await matchConfirmedPayment(gateway, { merchant_id, payment_code, mutation_id });
  return { mutation_id };
}

/** Dismisses the text. The text is not offered again, and no taught rule can read it. */
export async function refuseLikelyText(
  gateway: Gateway,
  { merchant_id, text_id }: { merchant_id: string; text_id: string },
): Promise<void> {
  const text = { merchant_id, ...textOf(text_id), at: gateway.now() };
  if (!(await markRefused(gateway.sql, text))) throw noSuchText();
}

const noSuchText = () =>
  new GatewayError("not_found", {
    message:
      "This notification is no longer stored, because it was confirmed, was read by a rule or is too old. Reload the list.",
  });

const noSuchPayment = () =>
  new GatewayError("not_found", {
    message:
      "The notification was dismissed, or names no total of a PENDING payment with this code. Reload the list, then choose another invoice.",
  });

const textId =
  /^(?<device_id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?<identity>[0-9a-f]{64})$/u;

function textOf(text_id: string): { device_id: string; identity: string } {
  const { device_id, identity } = textId.exec(text_id)?.groups ?? {};
  if (device_id === undefined || identity === undefined) throw noSuchText();
  return { device_id, identity };
}
