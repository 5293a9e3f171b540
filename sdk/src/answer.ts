import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  InvalidResponseError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  type TepatError,
  type TepatErrorDetails,
} from "./errors.ts";
import type { ErrorEnvelope, ValidationErrorEnvelope } from "./generated/types.gen.ts";
import type { FetchAnswer, OutgoingRequest } from "./options.ts";

/**
 * Returns if the response is a success envelope with the expected data. Otherwise throws a TepatError that describes
 * the response.
 */
export function requireSuccess(
  request: OutgoingRequest,
  response: FetchAnswer,
  text: string,
): void {
  const body = parse(text);
  if (response.ok && body?.["success"] === true && isExpected(body["data"], request)) return;
  if (!response.ok && isRefusal(body)) throw refusalOf(response, body);
  throw notTepat(response);
}

/**
 * Returns whether the data has the expected type. Cancel and match return null (specification, 4.5 and 4.6).
 * Every other call returns an object or a list.
 */
function isExpected(data: unknown, { method, url, isRaw }: OutgoingRequest): boolean {
  if (isRaw) return data !== undefined;
  const isNullExpected = method === "DELETE" || (method === "POST" && url.endsWith("/match"));
  return isNullExpected ? data === null : isRecord(data);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

type Refusal = ErrorEnvelope | ValidationErrorEnvelope;

function isRefusal(
  body: Record<string, unknown> | null,
): body is Refusal & Record<string, unknown> {
  return typeof body?.["code"] === "string" && typeof body["message"] === "string";
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function refusalOf(response: FetchAnswer, body: Refusal): TepatError {
  const { status, headers } = response;
  const { code, message } = body;
  const Refused = errorClassOf(status, code);
  return new Refused({
    code,
    message,
    status,
    requestId: headers.get("x-request-id") ?? undefined,
    errors: "errors" in body && isRecord(body.errors) ? body.errors : undefined,
    retryAfterSeconds: advisedWaitSeconds(response),
  });
}

function errorClassOf(
  status: number,
  code: string,
): new (details: TepatErrorDetails) => TepatError {
  if (code === "tenant_api_key_required" || status === 401) return AuthenticationError;
  if (status === 403) return PermissionError;
  if (status === 404) return NotFoundError;
  if (status === 409) return ConflictError;
  if (status === 429) return RateLimitError;
  return status >= 500 ? ServerError : InvalidRequestError;
}

/**
 * Returns the seconds that the gateway asks the client to wait. X-RateLimit-Reset is also in other responses, but asks
 * for a wait only in a 429 (specification, section 7).
 */
function advisedWaitSeconds({ status, headers }: FetchAnswer): number | undefined {
  const names = status === 429 ? ["x-ratelimit-reset", "retry-after"] : ["retry-after"];
  const texts = names.map((name) => headers.get(name) ?? "");
  const seconds = texts.find((text) => /^\d{1,9}$/.test(text));
  return seconds === undefined ? undefined : Number(seconds);
}

function notTepat(response: FetchAnswer): TepatError {
  const { status, headers } = response;
  const details = {
    status,
    requestId: headers.get("x-request-id") ?? undefined,
    retryAfterSeconds: advisedWaitSeconds(response),
  };
  if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
    const message =
      "The response is a redirect. The SDK does not follow it, because the key must not reach another address. Set baseUrl to Tepat's own address.";
    return new ConnectionError({ ...details, code: "connection_failed", message });
  }
  const kind = headers.get("content-type")?.split(";")[0] ?? "no content type";
  const seen = `The response is not Tepat's (${status}, ${kind})`;
  // A proxy that cannot reach Tepat responds with a 5xx status and its own page.
  if (status >= 500) {
    const message = `${seen}. A proxy could not reach Tepat.`;
    return new ServerError({ ...details, code: "internal_error", message });
  }
  const message = `${seen}. Check for a proxy or login page at baseUrl.`;
  return new InvalidResponseError({ ...details, code: "invalid_response", message });
}
