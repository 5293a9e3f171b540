import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { notes } from "../../../shared/index.ts";
import { addNote } from "../notes.ts";

interface RefundedPayment {
  provider_id: string;
  refunds?: { id: string; amount: number }[];
  payment_collection: { order?: { id: string } | null };
}

/** Notifies the admin that the refund is only recorded and the money must still be sent. */
export default async function paymentRefunded({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment",
    fields: ["provider_id", "refunds.id", "refunds.amount", "payment_collection.order.id"],
    filters: { id: event.data.id },
  });
  const [payment] = data as unknown as RefundedPayment[];
  const order = payment?.payment_collection.order;
  if (!payment?.provider_id.startsWith("pp_tepat_") || !order) return;
  for (const { id, amount } of payment.refunds ?? []) {
    await addNote(container, order.id, { id, note: notes.refunded(Number(amount)) });
  }
}

export const config: SubscriberConfig = { event: "payment.refunded" };
