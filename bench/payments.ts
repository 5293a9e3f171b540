import { randomUUID } from "node:crypto";
import { GatewayError } from "../server/contract/errors.ts";
import type { Payment } from "../server/contract/payments.ts";
import type { Sql } from "../server/db/client.ts";
import { createPayments } from "../server/domain/payments/payments.ts";
import { testGateway, type Shop } from "../server/testing/fixtures.ts";
import { customer, deadline, inTurn } from "./requests.ts";

const batch = 100;

/** Creates the payments that exist before the measurement, spread over the shops. */
export async function preparePayments(
  { sql, shops }: { sql: Sql; shops: readonly Shop[] },
  count: number,
  payment_webhook_url: string | null = null,
  { now, payment_expired_at = deadline }: { now?: () => Date; payment_expired_at?: string } = {},
): Promise<{ shop: Shop; payment: Payment }[]> {
  const gateway = { ...testGateway(sql), ...(now && { now }) };
  const prepared: { shop: Shop; payment: Payment }[] = [];
  const run = randomUUID().slice(0, 8);
  while (prepared.length < count) {
    const first = prepared.length;
    const chosen = Array.from({ length: Math.min(batch, count - first) }, (_, index) => ({
      shop: inTurn(shops, first + index),
      number: first + index,
    }));
    const outcomes = await createPayments(
      gateway,
      chosen.map(({ shop, number }) => ({
        merchant_id: shop.merchant_id,
        input: {
          account_id: shop.account_id,
          payment_code: `PRE-${run}-${number}`,
          payment_amount: 1_000 * (1 + number),
          payment_expired_at,
          payment_webhook_url,
          ...customer,
        },
      })),
    );
    outcomes.forEach((payment, index) => {
      if (payment instanceof GatewayError) throw payment;
      const { shop } = chosen[index] as { shop: Shop };
      prepared.push({ shop, payment });
    });
  }
  return prepared;
}
