import type { IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import type { Refund } from "@tepat/sdk";

/**
 * Medusa's refunds of a payment. Medusa saves a refund before it calls the provider, and deletes the refund if the
 * provider fails. Therefore, the gateway's refund has the id of Medusa's refund as its reference. After a lost
 * response, Medusa's next refund adopts the gateway's refund and stores its reference in the metadata.
 */
export interface RefundRow {
  readonly id: string;
  readonly amount: unknown;
  readonly metadata?: { readonly tepat_reference?: string } | null;
}

const lockSeconds = 60;

/** Runs the refunds of one payment one at a time, so that each sees the earlier ones. */
export const inTurn = async <Result>(
  container: MedusaContainer,
  session_id: string,
  work: () => Promise<Result>,
): Promise<Result> =>
  await container
    .resolve(Modules.LOCKING)
    .execute([`tepat:refunds:${session_id}`], work, { timeout: lockSeconds });

export async function readRefundRows(
  container: MedusaContainer,
  session_id: string,
): Promise<RefundRow[]> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment_session",
    fields: ["payment.refunds.id", "payment.refunds.amount", "payment.refunds.metadata"],
    filters: { id: session_id },
  });
  const [session] = data as unknown as { payment?: { refunds?: RefundRow[] } | null }[];
  return session?.payment?.refunds ?? [];
}

/** Returns a function that tells whether these rows contain a refund of the gateway. */
export function isBookedBy(rows: readonly RefundRow[]): (refund: Refund) => boolean {
  const references = new Set(rows.flatMap(({ id, metadata }) => [id, metadata?.tepat_reference]));
  return ({ reference }) => reference !== null && references.has(reference);
}

/** Medusa generates this method for each of its tables, but declares its type only for some. */
type Updates = IPaymentModuleService & {
  updateRefunds(row: { id: string; metadata: RefundRow["metadata"] }): Promise<unknown>;
};

export async function adopt(
  container: MedusaContainer,
  id: string,
  tepat_reference: string,
): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT) as Updates;
  await payments.updateRefunds({ id, metadata: { tepat_reference } });
}
