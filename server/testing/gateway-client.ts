import type { Shop } from "./fixtures.ts";
import { paymentInput, type transferNotification } from "./fixtures.ts";

/** A merchant's server and a phone, with the features that tests of whole processes need. */

export interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of several operations
  body: any;
}

interface Call {
  url: string;
  headers: Record<string, string>;
  method?: string;
  body?: object;
}

const callMilliseconds = 30_000;

/** Sends a request. Rejects if there is no response, or if the response is not JSON. */
export async function call({ url, headers, method = "POST", body }: Call): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(callMilliseconds),
  });
  return { status: response.status, body: await response.json() };
}

export const create = (
  server: string,
  shop: Shop,
  input: Parameters<typeof paymentInput>[1] = {},
): Promise<Answer> =>
  call({
    url: `${server}/gateway/payments`,
    headers: { "x-api-key": shop.api_key },
    body: paymentInput(shop, input),
  });

export const readPayment = (server: string, shop: Shop, payment_code: string): Promise<Answer> =>
  call({
    url: `${server}/gateway/payments/${payment_code}`,
    headers: { "x-api-key": shop.api_key },
    method: "GET",
  });

export const cancel = (server: string, shop: Shop, payment_code: string): Promise<Answer> =>
  call({
    url: `${server}/gateway/payments/${payment_code}`,
    headers: { "x-api-key": shop.api_key },
    method: "DELETE",
  });

export type TransferNotification = ReturnType<typeof transferNotification>;

export const report = (
  server: string,
  device_token: string,
  notifications: readonly TransferNotification[],
): Promise<Answer> =>
  call({
    url: `${server}/worker/mutations`,
    headers: { "x-device-token": device_token },
    body: { notifications },
  });
