import type { AttemptResult } from "../domain/webhooks/webhook-schedule.ts";

/** Returns the result of an attempt if the receiver responds with this status and an empty body. */
export const answeredWith = (http_status: number, duration_ms = 1): AttemptResult => ({
  outcome: http_status >= 200 && http_status < 300 ? "success" : "failure",
  http_status,
  error_code: null,
  retry_after_seconds: null,
  response_head: "",
  response_headers: {},
  duration_ms,
});
