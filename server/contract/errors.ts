import { problemInEnglish, type FieldProblem, type Problem } from "./field-problems.ts";
import { reasonInEnglish, type RefusalReason } from "./refusal-reasons.ts";

/**
 * The error catalogue: every code that Tepat can return, its HTTP status, and a message with the next step. The
 * specification's section 7 defines the codes for merchants, a few of which are sentences. The codes for the Worker
 * and the dashboard are added here. The OpenAPI error lists, the table in docs/errors.md and the SDK's error type are
 * generated from this object.
 */

interface CatalogueEntry {
  /** The status, unless the operation or the transport uses another one (see `alternativeStatuses`). */
  status: number;
  /** The default message: the cause and the next step. */
  message: string;
  /** Whether the same request can succeed later (specification, section 7). */
  retryable: boolean;
  /** Further statuses of the code, with their causes. */
  alternativeStatuses?: Readonly<Record<number, string>>;
}

/** Returns the message of `not_found`. The specification fixes the message for a payment (4.3 and 4.9). */
export function notFoundText(thing: string): string {
  if (thing === "payment") return "payment not found";
  return `${thing.charAt(0).toUpperCase()}${thing.slice(1)} not found. Check the id.`;
}

export const errorCatalogue = {
  tenant_api_key_required: {
    status: 403,
    message: "A valid merchant API key is required. Send the key in the X-Api-Key header.",
    retryable: false,
    alternativeStatuses: { 401: "on list accounts" },
  },
  unauthorized: {
    status: 401,
    message:
      "The device token or the session is missing, unknown or no longer valid. Register the device again, or sign in.",
    retryable: false,
  },
  forbidden: {
    status: 403,
    message: "Your role does not allow this action. Ask a team owner.",
    retryable: false,
  },
  confirmation_required: {
    status: 403,
    message: "Confirm your identity with a one-time code, then send the request again.",
    retryable: false,
  },
  device_not_approved: {
    status: 403,
    message:
      "This device is waiting for approval. Approve it in the dashboard, under Sources, then send the request again.",
    retryable: false,
  },
  rate_limited: {
    status: 429,
    message:
      "Too many requests. Wait the number of seconds in X-RateLimit-Reset, then send the request again.",
    retryable: true,
  },
  bad_request: {
    status: 400,
    message: "The request is malformed. Check its path, headers and body.",
    retryable: false,
    alternativeStatuses: {
      405: "the path does not support this method. See the Allow header",
      413: "the body is larger than 256 KiB. Send a smaller body",
      415: "the body is compressed. Send it without Content-Encoding",
      431: "the header section is too large. Send fewer or shorter headers",
    },
  },
  "invalid request body": {
    status: 400,
    message:
      "The request body is not a JSON object. Check the JSON and send Content-Type: application/json.",
    retryable: false,
  },
  validation_error: {
    status: 400,
    message:
      "Some fields are invalid. The errors object names each one. Correct them, then send the request again.",
    retryable: false,
  },
  invalid_expired_at: {
    status: 400,
    message:
      "payment_expired_at must be an ISO 8601 date-time with Z or an offset, and lie in the future.",
    retryable: false,
  },
  "X-Totp-Code header is required": {
    status: 400,
    message: "Send the six-digit code of your authenticator app in the X-Totp-Code header.",
    retryable: false,
  },
  "invalid totp code": {
    status: 400,
    message: "The code is wrong, expired or already used. Wait for the next code, then send it.",
    retryable: false,
  },
  "channel_id is required": {
    status: 400,
    message: "The path names no channel. Send GET /gateway/channels/{channel_id}/instructions.",
    retryable: false,
  },
  account_not_owned: {
    status: 403,
    message:
      "account_id is not one of your accounts. List your accounts with GET /gateway/accounts.",
    retryable: false,
  },
  no_active_quota: {
    status: 403,
    message:
      "The account is switched off, its day quota is used up or set to 0, or no source watches it. Check the account in the dashboard, or use another account.",
    retryable: false,
  },
  totp_not_enabled: {
    status: 403,
    message:
      "Two-factor authentication is off. Switch it on in the dashboard, under Settings, Security.",
    retryable: false,
  },
  not_found: {
    status: 404,
    message: notFoundText("record"),
    retryable: false,
  },
  payment_not_cancellable: {
    status: 404,
    message: "No PENDING payment has this code. Fetch the payment to see its status.",
    retryable: false,
  },
  payment_code_conflict: {
    status: 409,
    message: "payment_code is already used. Fetch that payment, or choose another code.",
    retryable: false,
  },
  unique_amount_conflict: {
    status: 409,
    message:
      "All 999 unique amounts for payment_amount are in use. Try again later, or change the amount.",
    retryable: true,
  },
  refund_reference_conflict: {
    status: 409,
    message:
      "reference is already used for another refund, or recorded_refund_id names no such refund. Repeat that refund exactly, choose another reference, or correct recorded_refund_id.",
    retryable: false,
  },
  refund_exceeds_received: {
    status: 409,
    message:
      "The refund exceeds the amount that can still be refunded. List the payment's refunds, then send a smaller amount.",
    retryable: false,
  },
  conflict: {
    status: 409,
    message: "The resource's current state does not allow this action. Fetch the resource again.",
    retryable: false,
  },
  internal_error: {
    status: 500,
    message: "The server failed. Send the same request again in a moment.",
    retryable: true,
  },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

/**
 * Codes that the specification (section 7) lists for merchants, although none of its paths returns them. These codes
 * are published so that clients know them.
 */
export const reservedCodes: readonly ErrorCode[] = ["unauthorized"];

interface GatewayErrorOptions {
  /** Replaces the catalogue's message if the cause is known more exactly. */
  message?: string;
  /** One of the code's alternative statuses. */
  status?: number;
  /** For `validation_error` only: the problem of each field, by the field's name. */
  errors?: Record<string, string>;
  /** The same problems as codes, for the dashboard's pages, which have their own texts. */
  problems?: readonly FieldProblem[];
  /** The reason for the refusal as a code, for the dashboard's pages. The message is derived from it. */
  reason?: RefusalReason | undefined;
  /** Response headers of the refusal, such as Allow, Location or X-RateLimit-Reset. */
  headers?: Record<string, string>;
  cause?: unknown;
}

/** A refusal that becomes a response. Any other error becomes `internal_error`. */
export class GatewayError extends Error {
  override readonly name = "GatewayError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: Record<string, string> | undefined;
  readonly problems: readonly FieldProblem[] | undefined;
  readonly reason: RefusalReason | undefined;
  readonly headers: Record<string, string> | undefined;

  constructor(code: ErrorCode, options: GatewayErrorOptions = {}) {
    const entry: CatalogueEntry = errorCatalogue[code];
    const { reason } = options;
    super(options.message ?? (reason ? reasonInEnglish(reason) : entry.message), {
      cause: options.cause,
    });
    this.code = code;
    this.status = options.status ?? entry.status;
    this.errors = options.errors;
    this.problems = options.problems;
    this.reason = reason;
    this.headers = options.headers;
  }
}

export const notFound = (thing: string): GatewayError =>
  new GatewayError("not_found", { message: notFoundText(thing) });

/** Returns the refusal of fields that fit their schemas but break a rule of the domain. */
export const invalidFields = (fields: Readonly<Record<string, Problem>>): GatewayError =>
  new GatewayError("validation_error", {
    errors: Object.fromEntries(
      Object.entries(fields).map(([field, problem]) => [field, problemInEnglish(problem)]),
    ),
    problems: Object.entries(fields).map(([field, problem]) => ({ path: [field], problem })),
  });
