import { Payment, type ID, type RequestContext, type TransactionalConnection } from "@vendure/core";
import type { Refund } from "@tepat/sdk";

const lockingDatabases = new Set<string>(["postgres", "cockroachdb", "mysql", "mariadb"]);

/**
 * Locks the payment's row until the transaction ends, if the database supports it. SQLite allows only one writer at a
 * time anyway.
 */
export async function lockPayment(
  connection: TransactionalConnection,
  ctx: RequestContext,
  id: ID,
): Promise<Payment> {
  const payments = connection.getRepository(ctx, Payment);
  if (lockingDatabases.has(connection.rawConnection.options.type)) {
    await payments.findOneOrFail({ where: { id }, lock: { mode: "pessimistic_write" } });
  }
  return await payments.findOneOrFail({ where: { id }, relations: ["order", "refunds"] });
}

/**
 * Returns a function that tells whether the payment has recorded a refund of the gateway. The refund's reference
 * cannot show this: the gateway keeps the reference even if the shop's transaction is rolled back.
 */
export const isBookedFor =
  ({ refunds }: Payment) =>
  ({ refund_id }: Pick<Refund, "refund_id">): boolean =>
    refunds.some(({ transactionId }) => transactionId === refund_id);
