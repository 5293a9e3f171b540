import {
  Payment,
  Refund,
  type ID,
  type RequestContext,
  type TransactionalConnection,
} from "@vendure/core";

const lockingDatabases = new Set<string>(["postgres", "cockroachdb", "mysql", "mariadb"]);

/** Locks the row until the transaction ends, if the database can. SQLite lets only one writer in at a time anyway. */
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

/** The refunds of a payment, which get their numbers one after another. */
export class RefundRows {
  readonly #connection: TransactionalConnection;

  constructor(connection: TransactionalConnection) {
    this.#connection = connection;
  }

  /** A refund that is undone leaves its number to the next one. */
  async nextNumber(ctx: RequestContext, paymentId: ID): Promise<number> {
    await lockPayment(this.#connection, ctx, paymentId);
    const refunds = this.#connection.getRepository(ctx, Refund);
    return 1 + (await refunds.count({ where: { payment: { id: paymentId } } }));
  }
}
