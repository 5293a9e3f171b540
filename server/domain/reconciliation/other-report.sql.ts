import type { OtherReport } from "../../contract/dashboard/transfers.ts";
import type { Sql } from "../../db/client.ts";

export type OtherReportRow = Omit<OtherReport, "posted_at"> & { posted_at: Date };

/** Selects the other report of the same money, and the invoice for which that money is booked. */
export async function selectOtherReport(
  sql: Sql,
  { merchant_id, mutation_id }: { merchant_id: string; mutation_id: string },
): Promise<OtherReportRow | undefined> {
  const [row] = await sql<OtherReportRow[]>`
    select
      other.mutation_id,
      other.amount_parsed,
      other.sender_parsed,
      other.posted_at,
      device.device_name,
      coalesce(other.app_name, other.package_name) as app_name,
      other.rule = 'statement' as is_from_statement,
      other.decision,
      payment.payment_code
    from mutations report
    join mutations other
      on other.merchant_id = report.merchant_id
      and other.mutation_number = other_report(report)
    left join devices device
      on device.merchant_id = other.merchant_id
      and device.device_id = other.device_id
    left join payment_receipts receipt
      on other.decision = 'tied'
      and receipt.merchant_id = other.merchant_id
      and receipt.mutation_number = other.mutation_number
    left join payments payment
      on payment.merchant_id = other.merchant_id
      and payment.payment_number = coalesce(other.matched_payment_number, receipt.payment_number)
    where report.merchant_id = ${merchant_id}
      and report.mutation_id = ${mutation_id}
  `;
  return row;
}
