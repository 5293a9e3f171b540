// This file is auto-generated from the error catalogue

import type { ErrorCode } from "./types.gen.ts";

interface CatalogueEntry {
  readonly status: number;
  readonly message: string;
  readonly retryable: boolean;
}

export const errorCatalogue: Readonly<Record<ErrorCode, CatalogueEntry>> = {
  tenant_api_key_required: {
    status: 403,
    message: "A valid merchant API key is required: send it in the X-Api-Key header.",
    retryable: false,
  },
  unauthorized: {
    status: 401,
    message:
      "The device token or the session is missing, unknown or ended: register the device again, or sign in.",
    retryable: false,
  },
  rate_limited: {
    status: 429,
    message: "Too many requests: wait for the seconds in X-RateLimit-Reset, then send again.",
    retryable: true,
  },
  bad_request: { status: 400, message: "The request is malformed.", retryable: false },
  "invalid request body": {
    status: 400,
    message: "The request body must be a JSON object.",
    retryable: false,
  },
  validation_error: {
    status: 400,
    message: "Some fields are invalid: see errors.",
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
    message: "The code is wrong, expired or already used: wait for the next one and send again.",
    retryable: false,
  },
  "channel_id is required": {
    status: 400,
    message: "Name the channel: GET /gateway/channels/{channel_id}/instructions.",
    retryable: false,
  },
  account_not_owned: {
    status: 403,
    message: "account_id is not one of your accounts: list them with GET /gateway/accounts.",
    retryable: false,
  },
  no_active_quota: {
    status: 403,
    message:
      "The account cannot take payments now: it is inactive, its day quota is used up or was set to 0, or its phone is offline. The message says which.",
    retryable: false,
  },
  totp_not_enabled: {
    status: 403,
    message: "Two-factor authentication is not enabled: enable it first (npx tepat totp enable).",
    retryable: false,
  },
  not_found: { status: 404, message: "not found", retryable: false },
  payment_not_cancellable: {
    status: 404,
    message: "There is no PENDING payment with this code.",
    retryable: false,
  },
  payment_code_conflict: {
    status: 409,
    message: "payment_code is already used: read that payment, or choose another code.",
    retryable: false,
  },
  unique_amount_conflict: {
    status: 409,
    message:
      "All 999 unique amounts above payment_amount are in use: try again when one is free, or change the amount.",
    retryable: true,
  },
  refund_reference_conflict: {
    status: 409,
    message:
      "reference is already used for another refund: repeat that one exactly, or choose another reference.",
    retryable: false,
  },
  refund_exceeds_received: {
    status: 409,
    message:
      "The refund exceeds the amount received that is not refunded yet: list the payment's refunds, then enter a smaller amount.",
    retryable: false,
  },
  conflict: {
    status: 409,
    message: "The resource's current state does not allow this action. Fetch it again.",
    retryable: false,
  },
  internal_error: {
    status: 500,
    message: "Something failed on our side. Send the same request again in a moment.",
    retryable: true,
  },
};
