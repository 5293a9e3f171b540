import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { SessionData } from "../session-data.ts";
import { settle } from "../settle.ts";

interface OrderWithSessions {
  payment_collections?: {
    payment_sessions?: { id: string; provider_id: string; data: SessionData }[];
  }[];
}

/**
 * Cancels the invoice of a cancelled order, so that the customer does not pay for it. If the gateway cannot be
 * reached now, the check cancels the invoice later.
 */
export default async function orderCanceled({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: [
      "payment_collections.payment_sessions.id",
      "payment_collections.payment_sessions.provider_id",
      "payment_collections.payment_sessions.data",
    ],
    filters: { id: event.data.id },
  });
  const [order] = data as unknown as OrderWithSessions[];
  for (const { payment_sessions = [] } of order?.payment_collections ?? []) {
    for (const { provider_id, data: session } of payment_sessions) {
      if (!provider_id.startsWith("pp_tepat_") || session.payment_code === undefined) continue;
      await settle(container, session.payment_code);
    }
  }
}

export const config: SubscriberConfig = { event: "order.canceled" };
