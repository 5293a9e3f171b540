import { expect } from "vitest";

export interface Shop {
  merchant_id: string;
  api_key: string;
  account_id: string;
}

/** Sends a request to the gateway and returns the response. */
export type Ask = (
  path: string,
  request?: { method?: string; headers?: Record<string, string>; body?: string },
) => Promise<{ status: number; body: unknown }>;

/** Returns a function that sends requests to the gateway on this machine's port. */
export const askPort =
  (port: number): Ask =>
  async (path, request) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, request);
    return { status: response.status, body: await response.json() };
  };

/** Makes the README's first payment, with a new shop if none is given. Returns the shop. */
export async function payInvoice(
  ask: Ask,
  tepat: (words: string) => Promise<string>,
  shop?: Shop,
  code = "INV-1",
): Promise<Shop> {
  const paying = shop ?? (await createShop(tepat));
  const { status } = await ask("/gateway/payments", {
    method: "POST",
    headers: { "X-Api-Key": paying.api_key, "Content-Type": "application/json" },
    body: JSON.stringify({
      account_id: paying.account_id,
      payment_code: code,
      payment_amount: 150_000,
      payment_expired_at: "2099-12-31T23:59:59+07:00",
      customer_name: "Budi",
      customer_email: "budi@example.com",
    }),
  });
  expect(status).toBe(201);
  await tepat(`simulate transfer --payment ${code} --merchant ${paying.merchant_id}`);
  expect(await readPayment(ask, paying, code)).toMatchObject({ payment_status: "PAID" });
  return paying;
}

async function createShop(tepat: (words: string) => Promise<string>): Promise<Shop> {
  const words = "merchant create --name Toko --email toko@example.com --account BCA --json";
  const printed = await tepat(words);
  return JSON.parse(printed.slice(printed.indexOf("{"), printed.lastIndexOf("}") + 1)) as Shop;
}

export async function readPayment(ask: Ask, { api_key }: Shop, code: string): Promise<unknown> {
  const { body } = await ask(`/gateway/payments/${code}`, { headers: { "X-Api-Key": api_key } });
  return (body as { data: unknown }).data;
}
