import type { ErrorCode } from "./generated/types.gen.ts";

/** The codes of failures that the gateway did not report. */
export type ClientErrorCode =
  | "invalid_argument"
  | "connection_failed"
  | "timed_out"
  | "aborted"
  | "invalid_response"
  | "match_outcome_unknown"
  | "webhook_not_verified";

/** The codes of the contract and of the SDK. A newer gateway might send others, so keep a default branch. */
export type TepatErrorCode = ErrorCode | ClientErrorCode;

/** The details of an error. */
export interface TepatErrorDetails {
  readonly code: TepatErrorCode;
  readonly message: string;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly errors?: Readonly<Record<string, string>> | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/**
 * The base class of all errors that the SDK throws. Decide by `code`; `message` is for people and can change. The
 * class names are getters, so that they survive minification.
 */
export class TepatError extends Error {
  /** The code to decide by: the gateway's or the SDK's. */
  readonly code: TepatErrorCode;
  /** The HTTP status, or undefined without a response. */
  readonly status: number | undefined;
  /** The id of the request in the gateway's log. */
  readonly requestId: string | undefined;
  /** The problem of each field, by name. Only for `validation_error`. */
  readonly errors: Readonly<Record<string, string>> | undefined;
  /** The seconds that the gateway asks you to wait. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ message, cause, ...details }: TepatErrorDetails) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = details.code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.errors = details.errors;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  override get name(): string {
    return "TepatError";
  }

  /** Returns the error as JSON for logs, without stack and cause. */
  toJSON(): Record<string, unknown> {
    const { name, code, message, status, requestId, errors } = this;
    return { name, code, message, status, requestId, errors };
  }
}

/** The API key is missing, unknown or revoked. */
export class AuthenticationError extends TepatError {
  override get name(): string {
    return "AuthenticationError";
  }
}

/**
 * 403: the account is not yours, the account cannot take payments now, or two-factor authentication
 * is not enabled.
 */
export class PermissionError extends TepatError {
  override get name(): string {
    return "PermissionError";
  }
}

/** The request is invalid. If the code is `validation_error`, see `errors`. */
export class InvalidRequestError extends TepatError {
  override get name(): string {
    return "InvalidRequestError";
  }
}

/** 404: the resource does not exist, or its state does not allow the call. */
export class NotFoundError extends TepatError {
  override get name(): string {
    return "NotFoundError";
  }
}

/**
 * 409: the payment code or the refund reference is already used, no unique amount is free, the
 * refund exceeds what can still be refunded, or the current state does not allow the action.
 * `code` names the cause.
 */
export class ConflictError extends TepatError {
  override get name(): string {
    return "ConflictError";
  }
}

/** 429: wait for `retryAfterSeconds`. */
export class RateLimitError extends TepatError {
  override get name(): string {
    return "RateLimitError";
  }
}

/** The gateway failed, or a proxy could not reach the gateway. */
export class ServerError extends TepatError {
  override get name(): string {
    return "ServerError";
  }
}

/**
 * There was no response, an incomplete response, or a redirect. The SDK does not follow redirects.
 */
export class ConnectionError extends TepatError {
  override get name(): string {
    return "ConnectionError";
  }
}

/** No complete response arrived in time. */
export class TimeoutError extends TepatError {
  override get name(): string {
    return "TimeoutError";
  }
}

/** Your `signal` was aborted. The signal's reason is the `cause`. */
export class AbortError extends TepatError {
  override get name(): string {
    return "AbortError";
  }
}

/** The response is not from Tepat, for example a login page. */
export class InvalidResponseError extends TepatError {
  override get name(): string {
    return "InvalidResponseError";
  }
}

/** An argument cannot be sent. The SDK sent no request. */
export class InvalidArgumentError extends TepatError {
  constructor(message: string) {
    super({ code: "invalid_argument", message });
  }

  override get name(): string {
    return "InvalidArgumentError";
  }
}

/**
 * The match was sent once and might have succeeded. Read the payment before you send another code.
 */
export class MatchOutcomeUnknownError extends TepatError {
  override get name(): string {
    return "MatchOutcomeUnknownError";
  }
}
