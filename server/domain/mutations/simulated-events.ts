import { randomUUID } from "node:crypto";
import type { SimulatedEventType } from "../../contract/developers.ts";
import { GatewayError } from "../../contract/errors.ts";
import type { Payment } from "../../contract/payments.ts";
import { listAccounts } from "../accounts/accounts.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { cancelPayment, createPayments, readPayment } from "../payments/payments.ts";
import { reportNotifications } from "./mutations.ts";
import { expectedTransfer } from "./simulated-transfers.ts";

const anHour = 3600;
const expirySeconds = 1.5;

/** Needs the operator's permission: otherwise anybody with a merchant's key could get goods for nothing. */
export async function triggerEvent(
  gateway: Gateway,
  options: { merchant_id: string; event_type: SimulatedEventType; account_id?: string | undefined },
): Promise<Payment> {
  if (!gateway.settings.allowTrigger) {
    throw new DomainError(
      "This gateway makes no test events. Its operator can allow them with ALLOW_TRIGGER=true, on a gateway that no shop uses. Without that, run npx tepat trigger where the gateway runs.",
    );
  }
  const { merchant_id, event_type, account_id } = options;
  const deadline_seconds = event_type === "payment.expired" ? expirySeconds : anHour;
  const { payment_code } = await createExample(gateway, {
    merchant_id,
    deadline_seconds,
    account_id,
  });
  const name = { merchant_id, payment_code };
  if (event_type === "payment.cancelled") await cancelPayment(gateway, name);
  if (event_type === "payment.paid") {
    const { notification, phone } = await expectedTransfer(gateway, name);
    await reportNotifications(gateway, phone.device, [notification]);
  }
  return readPayment(gateway, name);
}

/** Of an amount that the account allows, near one that looks like a sale. */
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
  // Without quota a create can still succeed: the day may be paid for.
  const account = active.find(({ account_quota }) => account_quota > 0) ?? active[0];
  if (!account)
    throw new DomainError(
      wanted === undefined
        ? "The merchant has no active account (npx tepat account create)."
        : "No active account of the merchant has this id: GET /gateway/accounts lists them.",
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
