import type { ErrorCode } from "./generated/types.gen.ts";

/** What went wrong without the gateway having said so. */
export type ClientErrorCode =
  | "invalid_argument"
  | "connection_failed"
  | "timed_out"
  | "aborted"
  | "invalid_response"
  | "match_outcome_unknown"
  | "webhook_not_verified";

/** Codes of the contract, and the SDK's own. A newer gateway may answer others: keep a default branch. */
export type TepatErrorCode = ErrorCode | ClientErrorCode;

/** Everything that an error can tell. */
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
 * Whatever the SDK throws. Decide by `code`; `message` is for people and may change.
 * Names stand in getters, so that they survive minification.
 */
export class TepatError extends Error {
  /** What to decide by: the gateway's code, or one of the SDK's own. */
  readonly code: TepatErrorCode;
  /** HTTP status; undefined when there was no answer. */
  readonly status: number | undefined;
  /** Names the request in the gateway's log. */
  readonly requestId: string | undefined;
  /** `validation_error` only: field name to what is wrong with it. */
  readonly errors: Readonly<Record<string, string>> | undefined;
  /** How long the gateway asks to wait. */
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

  /** For logs: without stack and cause. */
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

/** 403: an account of somebody else, no day quota, two-factor authentication not enabled. */
export class PermissionError extends TepatError {
  override get name(): string {
    return "PermissionError";
  }
}

/** The request is wrong; see `errors` when the code is `validation_error`. */
export class InvalidRequestError extends TepatError {
  override get name(): string {
    return "InvalidRequestError";
  }
}

/** 404: there is no such thing, or not in the state that the call needs. */
export class NotFoundError extends TepatError {
  override get name(): string {
    return "NotFoundError";
  }
}

/** 409: the payment code is used, or no unique amount is free. */
export class ConflictError extends TepatError {
  override get name(): string {
    return "ConflictError";
  }
}

/** 429: see `retryAfterSeconds`. */
export class RateLimitError extends TepatError {
  override get name(): string {
    return "RateLimitError";
  }
}

/** The gateway failed, or a proxy before it did not reach it. */
export class ServerError extends TepatError {
  override get name(): string {
    return "ServerError";
  }
}

/** No answer, only a part of one, or a redirect, which is not followed. */
export class ConnectionError extends TepatError {
  override get name(): string {
    return "ConnectionError";
  }
}

/** No complete answer in time. */
export class TimeoutError extends TepatError {
  override get name(): string {
    return "TimeoutError";
  }
}

/** Your `signal` was aborted; its reason is the `cause`. */
export class AbortError extends TepatError {
  override get name(): string {
    return "AbortError";
  }
}

/** Something answered that is not Tepat, such as a login page. */
export class InvalidResponseError extends TepatError {
  override get name(): string {
    return "InvalidResponseError";
  }
}

/** An argument that cannot be sent. Nothing was sent. */
export class InvalidArgumentError extends TepatError {
  constructor(message: string) {
    super({ code: "invalid_argument", message });
  }

  override get name(): string {
    return "InvalidArgumentError";
  }
}

/** The match was sent once and may have happened. Read the payment before you send another code. */
export class MatchOutcomeUnknownError extends TepatError {
  override get name(): string {
    return "MatchOutcomeUnknownError";
  }
}
