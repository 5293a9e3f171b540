import type { Shop } from "../server/testing/fixtures.ts";
import { httpRequest } from "./http-load.ts";

/** The measured requests, as bytes. */

export const deadline = "2099-12-31T23:59:59+07:00";
export const customer = { customer_name: "Budi Santoso", customer_email: "budi@example.com" };

export function createRequest(shop: Shop, payment_code: string, payment_amount: number): Buffer {
  return httpRequest("POST", "/gateway/payments", keyOf(shop), {
    account_id: shop.account_id,
    payment_code,
    payment_amount,
    payment_expired_at: deadline,
    ...customer,
  });
}

export function getRequest(shop: Shop, payment_code: string): Buffer {
  return httpRequest("GET", `/gateway/payments/${payment_code}`, keyOf(shop));
}

export function listRequest(shop: Shop, page = 1): Buffer {
  return httpRequest("GET", `/gateway/payments?page=${page}&per_page=20`, keyOf(shop));
}

export function reportRequest(device_token: string, notification: object): Buffer {
  return httpRequest(
    "POST",
    "/worker/mutations",
    { "x-device-token": device_token },
    { notifications: [notification] },
  );
}

const keyOf = ({ api_key }: Shop) => ({ "x-api-key": api_key });

/** Returns an element of a list. An index beyond the end starts again at the beginning. */
export function inTurn<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error("there is nothing to take turns");
  return item;
}
