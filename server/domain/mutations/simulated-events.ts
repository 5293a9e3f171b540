import { randomUUID } from "node:crypto";
import type { SimulatedEventType } from "../../contract/developers.ts";
import { GatewayError } from "../../contract/errors.ts";
import type { Payment } from "../../contract/payments.ts";
import type { DifferenceEventType } from "../../contract/webhook-event.ts";
import { asSql } from "../../db/client.ts";
import { listAccounts } from "../accounts/accounts.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { PaymentName } from "../gateway/payment-row.ts";
import { findTestedMerchant } from "../merchants/test-mode.ts";
import { cancelPayment, createPayments, readPayment } from "../payments/payments.ts";
import { refundPayment, settlePayment, tieTransfer } from "./ledgers.ts";
import { insertConfirmed } from "./likely-texts.sql.ts";
import { confirmedMutation } from "./mutations.ts";
import { expectedTransfer, reportSimulated } from "./simulated-transfers.ts";

const anHour = 3600;
const expirySeconds = 1.5;

/**
 * Triggers an event. Outside test mode this needs the operator's permission. Otherwise anyone with a merchant's key
 * could get goods for nothing.
 */
export async function triggerEvent(
  gateway: Gateway,
  options: { merchant_id: string; event_type: SimulatedEventType; account_id?: string | undefined },
): Promise<Payment> {
  const { merchant_id, event_type, account_id } = options;
  if (
    !gateway.settings.allowTrigger &&
    (await findTestedMerchant(gateway.sql, merchant_id)) === null
  ) {
    throw new DomainError(
      "A live key cannot trigger events on this gateway. Use a test key. On a gateway that no shop uses, the operator can set ALLOW_TRIGGER=true, or run npx tepat trigger on its machine.",
    );
  }
  const deadline_seconds = event_type === "payment.expired" ? expirySeconds : anHour;
  const { payment_code } = await createExample(gateway, {
    merchant_id,
    deadline_seconds,
    account_id,
  });
  const name = { merchant_id, payment_code };
  switch (event_type) {
    case "payment.cancelled":
      await cancelPayment(gateway, name);
      break;
    case "payment.paid":
      await payExactly(gateway, name);
      break;
    case "payment.expired":
      break;
    default:
      await makeDifference(gateway, name, event_type);
  }
  return readPayment(gateway, name);
}

async function payExactly(gateway: Gateway, name: PaymentName): Promise<void> {
  await reportSimulated(gateway, await expectedTransfer(gateway, name));
}

/** Carries out a person's decision about money that is not exactly an example's total. */
export async function makeDifference(
  gateway: Gateway,
  name: PaymentName,
  event_type: DifferenceEventType,
): Promise<void> {
  const { payment_total } = await readPayment(gateway, name);
  const amount = Math.ceil(payment_total / 2);
  switch (event_type) {
    case "payment.part_received":
      return bookExample(gateway, name, { amount, outcome: "part" });
    case "payment.underpaid":
      await bookExample(gateway, name, { amount, outcome: "part" });
      await settlePayment(gateway, name);
      return;
    case "payment.overpaid":
      await payExactly(gateway, name);
      return bookExample(gateway, name, { amount, outcome: "keep" });
    case "payment.refunded":
      await payExactly(gateway, name);
      await gateway.sql.begin((tx) =>
        refundPayment({ ...gateway, sql: asSql(tx) }, { ...name, refund: exampleRefund(amount) }),
      );
  }
}

/**
 * Records the transfer and books it in one transaction, so that the transfer can pay no other invoice of its amount.
 */
async function bookExample(
  gateway: Gateway,
  name: PaymentName,
  { amount, outcome }: { amount: number; outcome: "part" | "keep" },
): Promise<void> {
  const { merchant_id } = name;
  const { notification, phone } = await expectedTransfer(gateway, name, { amount });
  const { device_id } = phone.device;
  await gateway.sql.begin(async (tx) => {
    const inside = { ...gateway, sql: asSql(tx) };
    const transfer = { merchant_id, device_id, ...confirmedMutation(notification, amount) };
    const mutation_id = await insertConfirmed(inside.sql, transfer, gateway.now());
    if (mutation_id === null) throw new Error("a new notification is known already");
    await tieTransfer(inside, { ...name, mutation_id, outcome, refund: null });
  });
  gateway.wakeWebhookSender();
}

const exampleRefund = (amount: number) => ({
  refund_id: randomUUID(),
  amount,
  refunded_at: new Date(),
  recipient: "Budi Contoh",
  reason: "Example",
  made_by: null,
  form_key: randomUUID(),
});

/** Creates an example invoice with a plausible amount that the account allows. */
export async function createExample(
  gateway: Gateway,
  options: { merchant_id: string; deadline_seconds: number; account_id?: string | undefined },
): Promise<Payment> {
  const { merchant_id, deadline_seconds, account_id: wanted } = options;
  const accounts = await listAccounts(gateway, merchant_id);
  const active = accounts.filter(
    ({ account_id, account_active }) =>
      account_active && (wanted === undefined || account_id === wanted.toLowerCase()),
  );
  // A create can succeed without quota, if today's day is already paid.
  const account = active.find(({ account_quota }) => account_quota > 0) ?? active[0];
  if (!account)
    throw new DomainError(
      wanted === undefined
        ? "The merchant has no active account. To create one, run npx tepat account create --merchant ID …"
        : "No active account of the merchant has this id. To list the accounts, send GET /gateway/accounts",
    );
  const { account_id, account_min_amount, account_max_amount } = account;
  const input = {
    account_id,
    payment_code: `TRIGGERED-${randomUUID()}`,
    payment_amount: Math.min(Math.max(150_000, account_min_amount), account_max_amount ?? Infinity),
    payment_expired_at: new Date(Date.now() + deadline_seconds * 1000).toISOString(),
    customer_name: "Budi Contoh",
    customer_email: "budi@example.com",
  };
  const [payment] = await createPayments(gateway, [{ merchant_id, input }]);
  if (!payment || payment instanceof GatewayError) throw payment;
  return payment;
}
