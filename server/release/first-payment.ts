import { expect } from "vitest";

export interface Shop {
  merchant_id: string;
  api_key: string;
  account_id: string;
}

/** The README's first payment, by a shop that is created if none is given. Returns the shop. */
export async function payInvoice(
  port: number,
  tepat: (words: string) => Promise<string>,
  shop?: Shop,
  code = "INV-1",
): Promise<Shop> {
  const paying = shop ?? (await createShop(tepat));
  const response = await fetch(`http://127.0.0.1:${port}/gateway/payments`, {
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
  expect(response.status).toBe(201);
  await tepat(`simulate transfer --payment ${code} --merchant ${paying.merchant_id}`);
  expect(await readPayment(port, paying, code)).toMatchObject({ payment_status: "PAID" });
  return paying;
}

async function createShop(tepat: (words: string) => Promise<string>): Promise<Shop> {
  const words = "merchant create --name Toko --email toko@example.com --account BCA --json";
  const printed = await tepat(words);
  return JSON.parse(printed.slice(printed.indexOf("{"), printed.lastIndexOf("}") + 1)) as Shop;
}

export async function readPayment(port: number, { api_key }: Shop, code: string): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}/gateway/payments/${code}`, {
    headers: { "X-Api-Key": api_key },
  });
  return ((await response.json()) as { data: unknown }).data;
}
