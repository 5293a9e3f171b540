import { errors } from "undici";
import { expect, test } from "vitest";
import { AttemptFailure, attemptErrorCode } from "./attempt-failure.ts";

const withCode = (code: string): Error => Object.assign(new Error(code), { code });

test.each([
  ["ETIMEDOUT", "timeout"],
  ["UND_ERR_CONNECT_TIMEOUT", "timeout"],
  ["ECONNREFUSED", "connection_refused"],
  ["ECONNRESET", "connection_reset"],
  ["EPIPE", "connection_reset"],
  ["UND_ERR_SOCKET", "connection_closed"],
  ["EHOSTUNREACH", "connection_failed"],
  ["ENETUNREACH", "connection_failed"],
  ["EMFILE", "connection_failed"],
  ["UND_ERR_ABORTED", "connection_failed"],
  ["EPROTO", "tls_error"],
  ["ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC", "tls_error"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "tls_error"],
  ["UND_ERR_HEADERS_OVERFLOW", "invalid_response"],
])("the network's %s is shown to the merchant as %s", (code, name) => {
  expect(attemptErrorCode(withCode(code))).toBe(name);
});

test("a failure with a name keeps it, with any cause", () => {
  const failure = new AttemptFailure("dns_error", withCode("ECONNREFUSED"));
  expect(attemptErrorCode(failure)).toBe("dns_error");
});

test.each([
  new TypeError("cannot read properties of undefined"),
  new errors.InvalidArgumentError("invalid webhook-id header"),
  withCode("ERR_ASSERTION"),
  withCode("constructor"),
  "ECONNREFUSED",
  undefined,
])("%s is a programming error and has no name", (error) => {
  expect(attemptErrorCode(error)).toBeUndefined();
});
