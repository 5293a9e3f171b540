import { join } from "node:path";
import { expect, inject } from "vitest";
import type { Answer, Request } from "./exchange.ts";
import { createValidator } from "./openapi-validator.ts";
import { sendThroughSdk } from "./sdk-client.ts";

/** Sends requests over real HTTP and compares the responses with the published documents. */

const documents = join(import.meta.dirname, "../../openapi");
const merchantInterface = createValidator(join(documents, "openapi.json"));
const internalInterface = createValidator(join(documents, "internal.json"));

/**
 * Sends a request of a documented operation, through the SDK in the project `contract:sdk`. Throws if the response is
 * not as documented.
 */
export async function send(
  request: Request,
  base_url = inject("service").base_url,
): Promise<Answer> {
  const answered = inject("client") === "sdk" ? await sendThroughSdk(request, base_url) : undefined;
  const answer = answered
    ? await answerOf(answered, "sdk")
    : await sendUndocumented(request, base_url);
  const validator = /^\/(worker|merchant|dashboard\/api)\//.test(request.path)
    ? internalInterface
    : merchantInterface;
  validator.check({ ...request, ...answer });
  return answer;
}

/** Sends a request with a path or method that no document has. The response is JSON too. */
export async function sendUndocumented(
  { method, path, headers, json, body }: Request,
  base_url = inject("service").base_url,
): Promise<Answer> {
  const isJson = body === undefined && json !== undefined;
  const response = await fetch(base_url + path, {
    method,
    headers: { ...(isJson && { "content-type": "application/json" }), ...headers },
    body: isJson ? JSON.stringify(json) : (body ?? null),
    redirect: "manual",
  });
  return answerOf(response, "http");
}

async function answerOf(response: Response, via: Answer["via"]): Promise<Answer> {
  const { status, headers } = response;
  const text = await response.text();
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  return { status, headers, text, body: JSON.parse(text), via };
}

/** Sends requests with or without a credential. */
export interface Caller {
  get(path: string): Promise<Answer>;
  post(path: string, json?: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  send(request: Request): Promise<Answer>;
}

export function callerWith(credential: Record<string, string>, base_url?: string): Caller {
  const sendAs = (request: Request) =>
    send({ ...request, headers: { ...credential, ...request.headers } }, base_url);
  return {
    get: (path) => sendAs({ method: "GET", path }),
    post: (path, json, headers = {}) => sendAs({ method: "POST", path, json, headers }),
    delete: (path) => sendAs({ method: "DELETE", path }),
    send: sendAs,
  };
}

export const merchantWith = (api_key: string, base_url?: string): Caller =>
  callerWith({ "x-api-key": api_key }, base_url);

export const nobody = (base_url?: string): Caller => callerWith({}, base_url);

/** Returns the `data` of a success. Fails on a refusal and shows the refusal. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the test names the requested resource
export function dataOf<Data>({ status, body }: Answer): Data {
  expect({ status, ...body }).toMatchObject({ success: true });
  return body.data as Data;
}

/**
 * Checks the whole refusal: the status, the code, and no other fields except the message and the reason for pages.
 */
export function expectRefusal(
  { status, body }: Answer,
  expectedStatus: number,
  code: string,
  message: string = expect.stringMatching(/./),
): void {
  const { reason: _, ...rest } = body;
  expect({ status, ...rest }).toEqual({ status: expectedStatus, success: false, code, message });
}

/** Checks for a `validation_error` with exactly these fields. */
export function expectInvalid({ status, body }: Answer, ...fields: string[]): void {
  const { errors = {}, problems: _, ...rest } = body;
  expect({ status, ...rest, fields: Object.keys(errors).toSorted() }).toEqual({
    status: 400,
    success: false,
    code: "validation_error",
    message: expect.stringMatching(/./),
    fields: fields.toSorted(),
  });
  for (const problem of Object.values(errors)) expect(problem).toMatch(/./);
}
