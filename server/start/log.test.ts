import { expect, test } from "vitest";
import { createLog } from "./log.ts";
import {
  newApiKey,
  newDeviceToken,
  newPairingToken,
  newResetToken,
  newWebhookSecret,
} from "../domain/security/credentials.ts";

function linesOf(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog("debug", { write: (line) => void lines.push(line) }));
  return lines.join("");
}

test.each([
  ["an API key", newApiKey()],
  ["a device token", newDeviceToken()],
  ["a pairing token", newPairingToken()],
  ["a reset token", newResetToken()],
  ["a webhook secret", newWebhookSecret()],
])("%s is redacted in any place", (_, secret) => {
  const text = linesOf((log) => {
    log.info({ path: `/worker/notify/${secret}` }, `somebody sent ${secret}`);
    log.error({ err: new Error(`refused: ${secret}`, { cause: new Error(secret) }) }, "failed");
  });
  expect(text).toContain("/worker/notify/[redacted]");
  expect(text).toContain("refused: [redacted]");
  expect(text).not.toContain(secret);
  for (const line of text.trim().split("\n")) expect(() => JSON.parse(line)).not.toThrow();
});

test("fields of secrets are redacted with any value", () => {
  const text = linesOf((log) =>
    log.info({
      password: 'correct "horse" \\',
      request: {
        headers: { cookie: ["a=battery"], "X-Totp-Code": "246810", host: "pay.example" },
      },
      body: [{ api_key: "staple" }],
    }),
  );
  expect(text).not.toMatch(/correct|horse|battery|246810|staple/);
  expect(JSON.parse(text)).toMatchObject({ request: { headers: { host: "pay.example" } } });
  expect(text).toContain("pay.example");
});

test("a session's cookie and a password in an address are redacted, and the surrounding text is not", () => {
  const text = linesOf((log) =>
    log.warn(
      { err: new Error("cannot reach postgres://tepat:hunter2@db.example:5432/tepat") },
      "sent with tepat_session=abc-123.def; theme=dark",
    ),
  );
  expect(text).not.toMatch(/hunter2|abc-123/);
  expect(text).toContain("postgres://tepat:[redacted]@db.example:5432/tepat");
  expect(text).toContain("tepat_session=[redacted]; theme=dark");
});

test("an ordinary line is unchanged", () => {
  const text = linesOf((log) =>
    log.info({ path: "/pay/x", at: "https://pay.example/a:b@c" }, "hi"),
  );
  expect(text).not.toContain("redacted");
});
