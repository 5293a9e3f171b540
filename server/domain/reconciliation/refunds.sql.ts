import type { Sql } from "../../db/client.ts";
import type { OwedRefund } from "../../contract/dashboard/reconciliation.ts";
import type { Refund } from "../../contract/refunds.ts";

export type RefundRow = Omit<Refund, "sent_at" | "created_at"> & {
  sent_at: Date | null;
  created_at: Date;
};

/** A refund of the row `refund` and its payment `payment`, in the form of the merchant's contract. */
const refundColumns = (sql: Sql) => sql`
  refund.refund_id,
  payment.payment_code,
  refund.reference,
  refund.amount,
  refund.surplus_amount,
  refund.reason,
  case when refund.refunded_at is null then 'OWED' else 'SENT' end as refund_status,
  refund.refunded_at as sent_at,
  refund.recipient as sent_to,
  refund.created_at
`;

export async function findRefund(
  sql: Sql,
  { merchant_id, reference }: { merchant_id: string; reference: string },
): Promise<RefundRow | undefined> {
  const [row] = await sql<RefundRow[]>`
    select ${refundColumns(sql)}
    from refunds refund
    join payments payment using (merchant_id, payment_number)
    where refund.merchant_id = ${merchant_id}
      and refund.reference = ${reference}
  `;
  return row;
}

export interface RefundFilter {
  merchant_id: string;
  /** Only the refunds of this payment. */
  payment_code?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
  refund_status?: Refund["refund_status"] | undefined;
}

const filtered = (
  sql: Sql,
  { merchant_id, payment_code, since, until, refund_status }: RefundFilter,
) => sql`
  refund.merchant_id = ${merchant_id}
  and refund.payment_number is not null
  ${
    payment_code === undefined
      ? sql``
      : sql`
        and refund.payment_number = (
          select payment_number from payments where merchant_id = ${merchant_id} and payment_code = ${payment_code}
        )
      `
  }
  ${since === undefined ? sql`` : sql`and refund.created_at >= ${since}::timestamptz`}
  ${until === undefined ? sql`` : sql`and refund.created_at < ${until}::timestamptz`}
  ${refund_status === undefined ? sql`` : refund_status === "OWED" ? sql`and refund.refunded_at is null` : sql`and refund.refunded_at is not null`}
`;

/** Selects a page of refunds, newest first, and counts all refunds by their index. */
export async function selectRefunds(
  sql: Sql,
  { limit, offset, ...filter }: RefundFilter & { limit: number; offset: number },
): Promise<{ total: number; rows: RefundRow[] }> {
  const [[counted], rows] = await Promise.all([
    sql<{ total: number }[]>`
      select count(*) as total
      from refunds refund
      where ${filtered(sql, filter)}
    `,
    sql<RefundRow[]>`
      select ${refundColumns(sql)}
      from refunds refund
      join payments payment using (merchant_id, payment_number)
      where ${filtered(sql, filter)}
      order by refund.created_at desc, refund.refund_id desc
      limit ${limit}
      offset ${offset}
    `,
  ]);
  return { total: counted?.total ?? 0, rows: [...rows] };
}

export type OwedRefundRow = Omit<OwedRefund, "created_at"> & { created_at: Date };

/** Selects refunds that are still owed, oldest first. */
export function selectOwedRefunds(
  sql: Sql,
  { merchant_id, limit }: { merchant_id: string; limit: number },
): Promise<OwedRefundRow[]> {
  return sql<OwedRefundRow[]>`
    select
      refund.refund_id,
      payment.payment_code,
      payment.customer_name,
      refund.amount,
      refund.reason,
      refund.created_at
    from refunds refund
    join payments payment using (merchant_id, payment_number)
    where refund.merchant_id = ${merchant_id}
      -- In the words of the index refunds_unproved.
      and refund.proved_at is null
      and refund.refunded_at is null
    order by refund.created_at, refund.refund_id
    limit ${limit}
  `;
}
