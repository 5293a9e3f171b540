import { TepatError, type Refund, type Tepat } from "@tepat/sdk";

/** Books a return of your shop. You can repeat it with the same id: it stays one refund. */
export async function refundReturn(
  tepat: Tepat,
  order: { number: string; returnId: string; amount: number },
): Promise<Refund | string> {
  try {
    return await tepat.refunds.create(order.number, {
      reference: order.returnId,
      amount: order.amount,
      reason: "The customer returned it",
    });
  } catch (error) {
    if (!(error instanceof TepatError) || error.code !== "refund_exceeds_received") throw error;
    const refunds = await tepat.refunds.list({ payment_code: order.number }).toArray({ limit: 99 });
    const sum = refunds.reduce((total, { amount }) => total + amount, 0);
    return `Rp${sum} of ${order.number} is refunded already.`;
  }
}
