import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import type { Answer, Request } from "../support/exchange.ts";
import { dataOf, send, sendUndocumented, type Caller } from "../support/http.ts";
import type { Payment } from "../support/resources.ts";
import { openMinutes, smallAmount, type Deployment } from "./deployment.ts";
import { ledgerIn } from "./ledger.ts";
import { untilAllowed } from "./rate-limit.ts";

declare module "vitest" {
  interface ProvidedContext {
    deployment: Deployment;
  }
}

export const deployment = inject("deployment");
export const amount = smallAmount(deployment.account);

const { base_url } = deployment;
const ledger = ledgerIn(deployment.ledger_file);
export const asMerchant = { "x-api-key": deployment.api_key };

/** Sends a request of a documented operation. Throws if the response is not as documented. */
export const ask = (request: Request, { waits = true } = {}): Promise<Answer> =>
  recorded(request, () => send(request, base_url), waits);

/** Sends a request with a path or method that the document does not have. */
export const askUndocumented = (request: Request): Promise<Answer> =>
  recorded(request, () => sendUndocumented(request, base_url));

/** Sends HEAD with the merchant's key. The response has no body that a document could describe. */
export const askForHead = (path: string): Promise<Response> =>
  untilAllowed(() => {
    ledger.note({ method: "HEAD" });
    return fetch(base_url + path, { method: "HEAD", headers: asMerchant, redirect: "manual" });
  });

function recorded(request: Request, sendIt: () => Promise<Answer>, waits = true): Promise<Answer> {
  const sendOnce = async () => {
    const payment_code = invoiceOf(request);
    ledger.note({ method: request.method, asked: payment_code });
    try {
      const answer = await sendIt();
      ledger.note({ answered: payment_code, made: madeBy(answer) });
      return answer;
    } catch (error) {
      // The response was lost or is not as documented, so an invoice might exist.
      ledger.note({ answered: payment_code, made: payment_code });
      throw error;
    }
  };
  return waits ? untilAllowed(sendOnce) : sendOnce();
}

/** Returns the payment code of a response, which can differ from the requested one. */
function madeBy({ status, body: { data } }: Answer): string | undefined {
  return status === 201 ? (data as Payment | undefined)?.payment_code : undefined;
}

/** Returns the payment code that a request asks for. */
function invoiceOf({ method, json }: Request): string | undefined {
  const { payment_code } = (json ?? {}) as { payment_code?: unknown };
  return method === "POST" && typeof payment_code === "string" ? payment_code : undefined;
}

const askAsMerchant = (request: Request) =>
  ask({ ...request, headers: { ...asMerchant, ...request.headers } });

export const merchant: Caller = {
  get: (path) => askAsMerchant({ method: "GET", path }),
  post: (path, json, headers = {}) => askAsMerchant({ method: "POST", path, json, headers }),
  delete: (path) => askAsMerchant({ method: "DELETE", path }),
  send: askAsMerchant,
};

/** Returns a new payment code of this run. */
export const newCode = (): string => `${deployment.prefix}-${randomBytes(4).toString("hex")}`;

/** Returns a time this number of seconds ahead by the gateway's clock. */
export const inSeconds = (seconds: number): string =>
  new Date(Date.now() + deployment.clock_offset_milliseconds + seconds * 1000).toISOString();

/**
 * Returns the shortest body of a create. It has no webhook URL, so that a run calls no merchant's server.
 */
export const paymentInput = (fields: object = {}) => ({
  account_id: deployment.account.account_id,
  payment_code: newCode(),
  payment_amount: amount,
  payment_expired_at: inSeconds(openMinutes * 60),
  customer_name: "Contract Test",
  customer_email: "contract-test@example.com",
  ...fields,
});

export const postPayment = (fields: object = {}): Promise<Answer> =>
  merchant.post("/gateway/payments", paymentInput(fields));

export const pendingPayment = async (fields: object = {}): Promise<Payment> =>
  dataOf(await postPayment(fields));

export const paymentPath = (payment_code: string): string =>
  `/gateway/payments/${encodeURIComponent(payment_code)}`;

/** Reads a payment with all fields. */
export const readPayment = async (payment_code: string): Promise<Payment> =>
  dataOf(await merchant.get(`${paymentPath(payment_code)}?include=metadata`));

/** Records that an invoice is no longer open. */
export const ended = (payment_code: string): void => ledger.note({ ended: payment_code });

export async function cancel(payment_code: string): Promise<Answer> {
  const answer = await merchant.delete(paymentPath(payment_code));
  if (answer.status === 200) ledger.note({ ended: payment_code });
  return answer;
}
