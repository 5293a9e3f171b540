import {
  AuthenticationError,
  ConflictError,
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

/** Passes if the answer is a success envelope; throws what else it is. */
export function requireSuccess(response: Response, text: string): void {
  const body = parse(text);
  if (response.ok && body?.["success"] === true) return;
  if (!response.ok && isRefusal(body)) throw refusalOf(response, body);
  throw notTepat(response);
}

type Refusal = ErrorEnvelope | ValidationErrorEnvelope;

function isRefusal(
  body: Record<string, unknown> | null,
): body is Refusal & Record<string, unknown> {
  return typeof body?.["code"] === "string" && typeof body["message"] === "string";
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

function refusalOf(response: Response, body: Refusal): TepatError {
  const { status, headers } = response;
  const { code, message } = body;
  const Refused = errorClassOf(status, code);
  return new Refused({
    code,
    message,
    status,
    requestId: headers.get("x-request-id") ?? undefined,
    errors: "errors" in body ? body.errors : undefined,
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

/** X-RateLimit-Reset stands on every answer; only on a 429 does it ask anybody to wait (specification, section 7). */
function advisedWaitSeconds({ status, headers }: Response): number | undefined {
  const names = status === 429 ? ["x-ratelimit-reset", "retry-after"] : ["retry-after"];
  const texts = names.map((name) => headers.get(name) ?? "");
  const seconds = texts.find((text) => /^\d{1,9}$/.test(text));
  return seconds === undefined ? undefined : Number(seconds);
}

function notTepat(response: Response): InvalidResponseError {
  const { status, headers } = response;
  const kind = headers.get("content-type")?.split(";")[0] ?? "no content type";
  const isRedirect = response.type === "opaqueredirect" || (status >= 300 && status < 400);
  const message = isRedirect
    ? "The answer is a redirect, which is not followed: the key must not travel to another address. Set baseUrl to the address of Tepat itself."
    : `The answer is not Tepat's (${status}, ${kind}): is something between you and baseUrl?`;
  return new InvalidResponseError({
    code: "invalid_response",
    message,
    status,
    requestId: headers.get("x-request-id") ?? undefined,
    retryAfterSeconds: advisedWaitSeconds(response),
  });
}
