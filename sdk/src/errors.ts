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

/** The codes of the contract and those of the SDK. A newer gateway might send others, so keep a default branch. */
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
 * The base of all errors that the SDK throws. Decide by `code`; `message` is for people and can change. The names of
 * the classes are getters, so that they survive minification.
 */
export class TepatError extends Error {
  /** The code to decide by: the gateway's, or one of the SDK's own. */
  readonly code: TepatErrorCode;
  /** HTTP status; undefined when there was no response. */
  readonly status: number | undefined;
  /** The id of the request in the gateway's log. */
  readonly requestId: string | undefined;
  /** For `validation_error` only: the problem of each field, by name. */
  readonly errors: Readonly<Record<string, string>> | undefined;
  /** The seconds that the gateway asks the caller to wait. */
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

  /** Makes the JSON for logs, without stack and cause. */
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

/** 403: the account is not yours or has no day quota, or two-factor authentication is not enabled. */
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

/** 404: the resource does not exist, or is not in the state that the call needs. */
export class NotFoundError extends TepatError {
  override get name(): string {
    return "NotFoundError";
  }
}

/** 409: the payment code is already used, or no unique amount is free. */
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

/** The gateway failed, or a proxy in front of it could not reach it. */
export class ServerError extends TepatError {
  override get name(): string {
    return "ServerError";
  }
}

/** There was no response, only a part of one, or a redirect, which is not followed. */
export class ConnectionError extends TepatError {
  override get name(): string {
    return "ConnectionError";
  }
}

/** There was no complete response in time. */
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

/** The response is not Tepat's, for example a login page. */
export class InvalidResponseError extends TepatError {
  override get name(): string {
    return "InvalidResponseError";
  }
}

/** The argument cannot be sent. Nothing was sent. */
export class InvalidArgumentError extends TepatError {
  constructor(message: string) {
    super({ code: "invalid_argument", message });
  }

  override get name(): string {
    return "InvalidArgumentError";
  }
}

/** The match was sent once and might have happened. Read the payment before you send another code. */
export class MatchOutcomeUnknownError extends TepatError {
  override get name(): string {
    return "MatchOutcomeUnknownError";
  }
}
