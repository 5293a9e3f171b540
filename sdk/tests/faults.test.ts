import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { openShop, paymentInput, type Shop } from "../../contract-tests/support/shop.ts";
import { Tepat, TepatError, type CreatedPayment, type CreatePayment } from "../src/index.ts";
import { faults, startFaultProxy, type Fault, type ProxiedRequest } from "./fault-proxy.ts";

const creates = 1000;
const { base_url } = inject("service");

/**
 * Plans up to two faults for a create, and up to one for its recovery. The SDK recovers from them automatically. Only a
 * redirect is a response, so the SDK reports it, and the merchant tries again.
 */
function planFaults(seed: number): (request: ProxiedRequest) => Fault | null {
  const faultsOfCreate = fc.array(fc.constantFrom(...faults), { maxLength: 2 });
  const scripts = fc.sample(faultsOfCreate, { seed, numRuns: creates });
  const plans = new Map<string, Fault[]>();
  const planOf = (name: string, faultsToCome: Fault[]): Fault[] => {
    const plan = plans.get(name) ?? faultsToCome;
    plans.set(name, plan);
    return plan;
  };
  return ({ method, path, body }) => {
    if (method === "GET") return planOf(path, ["drop in the body"]).shift() ?? null;
    const { payment_code } = JSON.parse(body) as CreatePayment;
    return planOf(payment_code, scripts.pop() ?? []).shift() ?? null;
  };
}

async function createAsMerchant(tepat: Tepat, input: CreatePayment): Promise<CreatedPayment> {
  for (let redirects = 0; ; redirects += 1) {
    try {
      return await tepat.payments.create(input);
    } catch (error) {
      const isRedirect = error instanceof TepatError && error.status === 307;
      if (!isRedirect || redirects === 2) throw error;
    }
  }
}

test("1,000 creates over a faulty network leave exactly one invoice each", async () => {
  const seed = Date.now() % 2 ** 31;
  console.log(`fault seed ${seed}`);
  const shop: Shop = await openShop();
  await using proxy = await startFaultProxy(base_url, planFaults(seed));
  const tepat = new Tepat({ apiKey: shop.api_key, baseUrl: proxy.url, maxRetries: 3 });

  const inputs = Array.from({ length: creates }, (_, index): CreatePayment =>
    // The amounts are far enough apart for every invoice to have its own total.
    paymentInput(shop, { payment_code: `INV/${index}`, payment_amount: 1000 * (index + 1) }),
  );
  const created = await inGroups(inputs, 250, (input) => createAsMerchant(tepat, input));

  const direct = new Tepat({ apiKey: shop.api_key, baseUrl: base_url });
  const stored = await direct.payments.list({ per_page: 100 }).toArray({ limit: 2 * creates });
  const byCode = new Map(stored.map((payment) => [payment.payment_code, payment]));
  const recovered = created.filter((payment) => payment.recovered).length;
  console.log(`${creates} creates, ${stored.length} invoices, ${recovered} of them recovered`);
  console.log(Object.fromEntries(proxy.happened));
  expect(stored).toHaveLength(creates);
  for (const { recovered: _, ...payment } of created) {
    expect(payment).toEqual(byCode.get(payment.payment_code));
  }
  expect(new Set(created.map(({ payment_id }) => payment_id)).size).toBe(creates);
  expect(recovered).toBeGreaterThan(100);
  expect([...proxy.happened.keys()].toSorted()).toEqual([...faults].toSorted());
  expect(proxy.strayKeys).toEqual([]);
});

async function inGroups<Item, Result>(
  items: readonly Item[],
  atATime: number,
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += atATime) {
    results.push(...(await Promise.all(items.slice(start, start + atATime).map(run))));
  }
  return results;
}
