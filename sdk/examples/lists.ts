import type { Tepat } from "@tepat/sdk";

export async function showLists(tepat: Tepat): Promise<void> {
  const { data, pagination } = await tepat.payments.list({ per_page: 50 }); // one page
  console.log(`${data.length} of ${pagination.total}`);

  for await (const payment of tepat.payments.list()) console.log(payment.payment_code); // all

  const unmatched = await tepat.mutations.list({ only_unmatched: true }).toArray({ limit: 200 });
  console.log(`${unmatched.length} transfers need a manual match`);
}
