import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MathBN, Modules } from "@medusajs/framework/utils";
import {
  cancelOrderWorkflow,
  processPaymentWorkflow,
  refundPaymentWorkflow,
} from "@medusajs/medusa/core-flows";
import {
  codeOf,
  extraTransfers,
  findInvoice,
  followedCode,
  nextStep,
  notes,
  refundBeingTaken,
  refundsOf,
  rupiahToTake,
  settingsFrom,
  withdrawInvoice,
  type OrderState,
} from "../../shared/index.ts";
import { addNote } from "./notes.ts";
import { isBookedBy, readRefundRows } from "./refund-rows.ts";
import { sessionIdOf, type SessionData } from "./session-data.ts";

/**
 * Turns the gateway's state into the shop's action. Webhooks, cancelled orders and the plugin's own check all use
 * this code.
 */

interface Session {
  id: string;
  status: string;
  amount: number;
  currency_code: string;
  data: SessionData;
  payment?: {
    id: string;
    captured_at: string | null;
  } | null;
  payment_collection: { order?: { id: string; status: string } | null };
}

const lockSeconds = 60;

/**
 * Takes the next step for an invoice. If two calls run at once, the second finds the work done.
 * Sessions of other providers stay unchanged.
 */
export async function settle(container: MedusaContainer, code: string): Promise<void> {
  const id = sessionIdOf(code);
  await container
    .resolve(Modules.LOCKING)
    .execute([`tepat:${id}`], () => settleAlone(container, id, code), { timeout: lockSeconds });
}

async function settleAlone(container: MedusaContainer, id: string, code: string): Promise<void> {
  const session = await readSession(container, id);
  if (!session) return;
  const settings = settingsFrom(process.env);
  const current = session.data.payment_code ?? codeOf(settings, id, session.data.revision);
  if (code !== current) return noteOther(container, { id, code, current });
  const payment = await findInvoice(settings, code);
  if (!payment) return;
  const { order } = session.payment_collection;
  switch (nextStep(payment.payment_status, stateOf(session))) {
    case "settle":
      await processPaymentWorkflow(container).run({
        input: { action: "captured", data: { session_id: id, amount: session.amount } },
      });
      return;
    case "release":
      if (order) await release(container, order.id, code);
      return endSession(container, session);
    case "withdraw":
      if (!(await withdrawInvoice(settings, code)) && order) {
        await addNote(container, order.id, { id: `not-own:${code}`, note: notes.notOwn(code) });
      }
      return endSession(container, session);
    case "report":
      if (order) {
        const note = notes.paidThoughCancelled(code);
        await addNote(container, order.id, { id: `paid:${code}`, note });
      }
      return endSession(container, session);
    case "nothing":
      if (stateOf(session) === "settled") await takeRefunds(container, session, code);
      // The invoice has ended, like the order.
      if (payment.payment_status !== "PENDING" && stateOf(session) === "cancelled") {
        await endSession(container, session);
      }
  }
}

/**
 * Notes a paid invoice for which the session does not wait: the follow-up of its expired invoice, or an invoice
 * of an earlier amount. An admin decides.
 */
async function noteOther(
  container: MedusaContainer,
  { id, code, current }: { id: string; code: string; current: string },
): Promise<void> {
  const payment = await findInvoice(settingsFrom(process.env), code);
  if (payment?.payment_status !== "PAID") return;
  const isFollowUp = followedCode(code) === current;
  // The order is released first, because its own invoice has expired.
  if (isFollowUp) await settleAlone(container, id, current);
  const session = await readSession(container, id);
  const order = session?.payment_collection.order;
  if (!order || (isFollowUp && stateOf(session) !== "cancelled")) return;
  const note = isFollowUp
    ? notes.followUpPaid(payment, current)
    : notes.paidForOtherAmount(payment);
  await addNote(container, order.id, { id: `paid:${code}`, note });
}

/**
 * Takes over refunds that people have recorded at the gateway. Refunds that an admin creates meanwhile are recorded
 * there first.
 */
async function takeRefunds(
  container: MedusaContainer,
  { id, amount, payment }: Session,
  code: string,
): Promise<void> {
  if (!payment) return;
  const recorded = await refundsOf(settingsFrom(process.env), code);
  // Read the rows after the list, so that they include every shop refund on the list.
  const rows = await readRefundRows(container, id);
  const isBooked = isBookedBy(rows);
  let left = rows.reduce<BigNumberInput>(
    (sum, one) => MathBN.sub(sum, one.amount as BigNumberInput),
    amount,
  );
  for (const refund of recorded) {
    // Calculate exactly, because Medusa compares fractions of a rupiah too.
    const rupiah = isBooked(refund) ? 0 : rupiahToTake(refund, MathBN.convert(left).toNumber());
    if (rupiah === 0) continue;
    left = MathBN.sub(left, rupiah);
    const input = { payment_id: payment.id, amount: rupiah, note: refund.reason };
    await refundBeingTaken.run(refund, () => refundPaymentWorkflow(container).run({ input }));
  }
}

const sessionFields = [
  "id",
  "status",
  "amount",
  "currency_code",
  "data",
  "payment.id",
  "payment.captured_at",
  "payment_collection.order.id",
  "payment_collection.order.status",
];

async function readSession(container: MedusaContainer, id: string): Promise<Session | undefined> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment_session",
    fields: sessionFields,
    filters: { id },
  });
  return data[0] as unknown as Session | undefined;
}

function stateOf({ status, payment, payment_collection: { order } }: Session): OrderState {
  if (payment?.captured_at) return "settled";
  return order?.status === "canceled" || status === "canceled" ? "cancelled" : "waiting";
}

/**
 * Cancels an order. Medusa cancels no order whose goods are on their way; an admin then decides.
 */
async function release(container: MedusaContainer, order_id: string, code: string): Promise<void> {
  try {
    await cancelOrderWorkflow(container).run({ input: { order_id } });
    await addNote(container, order_id, { id: `ended:${code}`, note: notes.ended(code) });
  } catch (error) {
    logOf(container).warn(`Tepat: order ${order_id} was not cancelled: ${String(error)}`);
    await addNote(container, order_id, { id: `ended:${code}`, note: notes.notReleased(code) });
  }
}

/** Ends a session, so that the check ignores it. */
async function endSession(
  container: MedusaContainer,
  { id, data, amount, currency_code }: Session,
): Promise<void> {
  await container
    .resolve(Modules.PAYMENT)
    .updatePaymentSession({ id, data, amount, currency_code, status: "canceled" });
}

/**
 * Does the work of missing webhooks. Each run checks a limited number of waiting payments, and all of them get their
 * turn.
 */
export async function checkWaiting(container: MedusaContainer): Promise<void> {
  const sessions = await container.resolve(Modules.PAYMENT).listPaymentSessions(
    {
      provider_id: { $like: "pp_tepat_%" },
      status: "pending_authorization",
      id: { $gt: lastChecked },
    } as never,
    { select: ["id", "data"], take: checkedAtOnce, order: { id: "ASC" } },
  );
  lastChecked = sessions.length < checkedAtOnce ? "" : (sessions.at(-1)?.id ?? "");
  for (const { id, data } of sessions) {
    try {
      await settle(container, (data as unknown as SessionData).payment_code ?? id);
    } catch (error) {
      logOf(container).warn(`Tepat: the payment ${id} could not be checked: ${String(error)}`);
    }
  }
}

const checkedAtOnce = 100;
let lastChecked = "";

/** Writes notes about late and second transfers on their orders. */
export async function noteExtraTransfers(container: MedusaContainer): Promise<void> {
  for (const transfer of await extraTransfers(settingsFrom(process.env))) {
    const session = await readSession(container, sessionIdOf(transfer.code));
    const order = session?.payment_collection.order;
    if (!order) continue;
    await addNote(container, order.id, {
      id: transfer.mutation_id,
      note: notes.extra(transfer),
    });
  }
}

const logOf = (container: MedusaContainer) => container.resolve(ContainerRegistrationKeys.LOGGER);
