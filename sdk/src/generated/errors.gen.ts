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
    message: "A valid merchant API key is required. Send the key in the X-Api-Key header.",
    retryable: false,
  },
  unauthorized: {
    status: 401,
    message:
      "The device token or the session is missing, unknown or no longer valid. Register the device again, or sign in.",
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
  not_found: { status: 404, message: "Record not found. Check the id.", retryable: false },
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
};
