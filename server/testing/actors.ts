import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { dashboardRequest, idsOf } from "../../contract-tests/support/dashboard-samples.ts";
import { ofOwnPage } from "../../contract-tests/support/dashboard.ts";
import type { PublishedOperation } from "../../contract-tests/support/documents.ts";
import type { Answer, Request } from "../../contract-tests/support/exchange.ts";
import type { Caller } from "../../contract-tests/support/http.ts";
import { createValidator } from "../../contract-tests/support/openapi-validator.ts";
import type { Account, Payment, RegisteredDevice } from "../../contract-tests/support/resources.ts";
import { sampleRequest, type Cast } from "../../contract-tests/support/samples.ts";
import { paymentInput, type Shop } from "../../contract-tests/support/shop.ts";
import { importedStatement } from "../../contract-tests/support/statements.ts";
import { Authenticator } from "../../contract-tests/support/totp.ts";
import { insertLoggedRequests } from "../domain/merchants/request-log.sql.ts";
import { approveDevice } from "../domain/sources/devices.ts";
import { openSession } from "../domain/access/sessions.ts";
import { enableTotp } from "../domain/access/totp.ts";
import type { Dispatch } from "../http/transport/message.ts";
import { setSessionCookie } from "../procedures/dashboard/session-cookie.ts";
import {
  pendingPayment,
  shopInTestMode,
  shopWithAccount,
  transferNotification,
  type TestGateway,
} from "./fixtures.ts";
import { ask } from "./in-process-service.ts";
import { ownerOf } from "./dashboard.ts";

/**
 * Sends a request to the application and compares the response with the published documents, as the contract tests do
 * over HTTP.
 */
export async function askDocumented(dispatch: Dispatch, request: Request): Promise<Answer> {
  const { status, headers, text } = await ask(dispatch, request);
  const isJson = headers["content-type"]?.startsWith("application/json");
  const answer: Answer = {
    status,
    headers: new Headers(headers),
    text,
    body: isJson ? JSON.parse(text) : {},
    via: "http",
  };
  if (isJson) validatorOf(request).check({ ...request, ...answer });
  return answer;
}

const documents = join(import.meta.dirname, "../../openapi");
const merchantInterface = createValidator(join(documents, "openapi.json"));
const internalInterface = createValidator(join(documents, "internal.json"));
const validatorOf = ({ path }: Request) =>
  /^\/(worker|merchant|dashboard\/api)\//.test(path) ? internalInterface : merchantInterface;

/**
 * Returns a valid request for a published operation, with its credential, about existing records.
 */
export type Sample = (operation: PublishedOperation) => Request;

/**
 * Creates a merchant who can do everything: an operator, signed in and confirmed, with a key, a phone and an
 * authenticator app.
 */
export async function openActors(gateway: TestGateway, dispatch: Dispatch): Promise<Sample> {
  const merchant = await shopWithAccount(gateway);
  await gateway.sql`
    update merchants
    set
      is_operator = true,
      webhook_url = 'https://shop.example/webhook'
    where merchant_id = ${merchant.merchant_id}
  `;
  const caller = callerWith(dispatch, { "x-api-key": merchant.api_key });
  const [account] = await dataOf<Account[]>(caller.get("/gateway/accounts"));
  const shop: Shop = { ...merchant, ...caller, account: account as Account };
  const cookie = await signIn(gateway, merchant);
  const cast = { ...(await castOf(gateway, dispatch, shop)), shop };
  const person = { cookie, ...callerWith(dispatch, { ...ofOwnPage, cookie }) };
  await dataOf(person.post("/dashboard/api/deliveries", {}));
  await insertLoggedRequests(gateway.sql, [loggedRequest(merchant)]);
  await pendingPayment(gateway, await shopInTestMode(gateway, merchant));
  const before = await idsOf(person);
  for (const operationId of ["createInvoice", "createLink", "makeCounterSale", "invitePerson"]) {
    const { path, json = {} } = dashboardRequest(operationId, before);
    await dataOf(person.post(path, json));
  }
  const upload_id = await importedStatement(person, {
    account_id: shop.account.account_id,
    account_number: shop.account.account_number ?? "",
  });
  // The gateway numbers these codes, so another merchant has payments with the same codes.
  const ids = { ...(await idsOf(person, upload_id)), payment_code: before.payment_code };
  return ({ operationId, path }) => {
    if (!path.startsWith("/dashboard/")) return sampleRequest(operationId, cast);
    const request = dashboardRequest(operationId, ids);
    return { ...request, headers: { ...ofOwnPage, cookie, ...request.headers } };
  };
}

/** Returns an entry of the request log, because the service in this process writes none. */
const loggedRequest = ({ merchant_id }: { merchant_id: string }) => ({
  merchant_id,
  entry_id: randomUUID(),
  requested_at: new Date().toISOString(),
  request_id: randomUUID(),
  method: "GET",
  path: "/gateway/accounts",
  http_status: 200,
  error_code: null,
  duration_ms: 3,
  left_out: 0,
});

/** Returns the browser of a merchant's owner who has just entered a one-time code. */
export async function confirmedOwner(
  gateway: TestGateway,
  dispatch: Dispatch,
  merchant: { merchant_id: string; email: string },
): Promise<Caller> {
  return callerWith(dispatch, await confirmedBrowser(gateway, merchant));
}

/** Returns the browser of the same person without a one-time code. */
export async function unconfirmedOwner(
  gateway: TestGateway,
  dispatch: Dispatch,
  merchant: { merchant_id: string; email: string },
): Promise<Caller> {
  const cookie = await signIn(gateway, merchant, { is_confirmed: false });
  return callerWith(dispatch, { ...ofOwnPage, cookie });
}

/** Returns the browser with this session. */
export const callerOf = (gateway: TestGateway, dispatch: Dispatch, token: string): Caller =>
  callerWith(dispatch, { ...ofOwnPage, cookie: cookieOf(gateway, token) });

/** Returns the headers that this browser sends. */
export async function confirmedBrowser(
  gateway: TestGateway,
  merchant: { merchant_id: string; email: string },
): Promise<Record<string, string>> {
  await enableTotp(gateway, merchant.merchant_id);
  return { ...ofOwnPage, cookie: await signIn(gateway, merchant) };
}

async function castOf(
  gateway: TestGateway,
  dispatch: Dispatch,
  shop: Shop,
): Promise<Omit<Cast, "shop">> {
  const { secret } = await enableTotp(gateway, shop.merchant_id);
  const payment = await dataOf<Payment>(shop.post("/gateway/payments", paymentInput(shop)));
  const device = await dataOf<RegisteredDevice>(
    shop.post("/worker/devices", { device_name: "Phone", installation_id: shop.merchant_id }),
  );
  await approveDevice(gateway.sql, device.device_id);
  const phone = callerWith(dispatch, { "x-device-token": device.device_token });
  const [unmatched] = await dataOf<{ mutation_id: string }[]>(
    phone.post("/worker/mutations", { notifications: [transferNotification(90_000)] }),
  );
  return {
    authenticator: new Authenticator(secret),
    payment,
    device: { ...device, ...phone, report: () => Promise.resolve([]) },
    mutation_id: unmatched?.mutation_id ?? "",
  };
}

/** Returns the cookie of a session, with or without a recently entered one-time code. */
async function signIn(
  gateway: TestGateway,
  { merchant_id, email }: { merchant_id: string; email: string },
  { is_confirmed = true } = {},
): Promise<string> {
  const { token } = await openSession(
    gateway,
    {
      merchant_id,
      merchant_name: "Toko Contoh",
      person: ownerOf({ merchant_id }),
      email,
      is_operator: true,
      is_two_factor_enabled: true,
    },
    { client: { client_address: "203.0.113.9", user_agent: "Tests" }, is_confirmed },
  );
  return cookieOf(gateway, token);
}

const cookieOf = ({ settings }: TestGateway, token: string): string =>
  setSessionCookie(settings.publicUrl, token).split(";", 1)[0] as string;

function callerWith(dispatch: Dispatch, credential: Record<string, string>): Caller {
  const send = (request: Request) =>
    askDocumented(dispatch, { ...request, headers: { ...credential, ...request.headers } });
  return {
    get: (path) => send({ method: "GET", path }),
    post: (path, json, headers = {}) => send({ method: "POST", path, json, headers }),
    delete: (path) => send({ method: "DELETE", path }),
    send,
  };
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the requested resource
async function dataOf<Data>(answer: Promise<Answer>): Promise<Data> {
  const { body, text } = await answer;
  if (!body.success) throw new Error(text);
  return body.data as Data;
}
