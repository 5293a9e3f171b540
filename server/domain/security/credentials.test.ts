import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import {
  hashCredential,
  isApiKey,
  isDeviceToken,
  isWebhookSecret,
  newApiKey,
  newDeviceToken,
  newWebhookSecret,
} from "./credentials.ts";

const seed = randomInt(2 ** 31);
console.info(`credentials.test.ts seed: ${seed}`);

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const kinds = [
  {
    kind: "API key",
    create: newApiKey,
    check: isApiKey,
    form: /^pgk_live_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/,
  },
  {
    kind: "device token",
    create: newDeviceToken,
    check: isDeviceToken,
    form: /^pgd_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/,
  },
  {
    kind: "webhook secret",
    create: newWebhookSecret,
    check: isWebhookSecret,
    form: /^whsec_[0-9A-Za-z+/]{43}=$/,
  },
];

describe.each(kinds)("every $kind", ({ create, check, form }) => {
  test("has its form with any random bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const credential = create((size) => Buffer.from(bytes.subarray(0, size)));
        expect(credential).toMatch(form);
        expect(check(credential)).toBe(true);
        expect(credential.length).toBeLessThanOrEqual(limits.credentialCharacters);
      }),
      { seed, numRuns: 300 },
    );
  });

  test.each([0x00, 0xff])("has its form when every random byte is %i", (byte) => {
    expect(create((size) => Buffer.alloc(size, byte))).toMatch(form);
  });

  test("is new each time", () => {
    const made = new Set(Array.from({ length: 1000 }, () => create()));
    expect(made.size).toBe(1000);
  });

  test("is never valid as another kind", () => {
    const accepting = kinds.filter((other) => other.check(create()));
    expect(accepting.map((other) => other.check)).toEqual([check]);
  });

  test("is refused with anything before, after or missing", () => {
    const credential = create();
    const wrong = [
      "",
      ` ${credential}`,
      `${credential} `,
      `${credential}\n`,
      `${credential}\0`,
      `${credential}A`,
      credential + "A".repeat(limits.credentialCharacters),
      credential.slice(1),
      credential.slice(0, -1),
      credential.toUpperCase(),
      credential.replace("_", "-"),
      credential.replace(/.$/, "é"),
    ];
    expect(wrong.filter(check)).toEqual([]);
  });
});

describe.each(kinds.slice(0, 2))("the checksum of every $kind", ({ create, check }) => {
  test("is the CRC-32 of the preceding text, in base62", () => {
    const credential = create();
    const [body, digits] = [credential.slice(0, -7), credential.slice(-6)];
    const value = Array.from(digits).reduce((sum, digit) => sum * 62 + base62.indexOf(digit), 0);
    expect(value).toBe(crc32(body));
  });

  test("refuses every change of one character", () => {
    const credential = create();
    const accepted = Array.from(credential).flatMap((original, position) =>
      Array.from(`${base62}_`)
        .filter((replacement) => replacement !== original)
        .map(
          (replacement) =>
            credential.slice(0, position) + replacement + credential.slice(position + 1),
        )
        .filter(check),
    );
    expect(accepted).toEqual([]);
  });
});

test("an API key renamed to a device token is refused", () => {
  expect(isDeviceToken(newApiKey().replace("pgk_live_", "pgd_"))).toBe(false);
});

test("the random digits of keys are even", () => {
  const digits = Array.from({ length: 2000 }, () => newApiKey().slice(9, 41)).join("");
  const counts = Array.from(base62, (digit) => digits.split(digit).length - 1);
  const expected = digits.length / 62;
  const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  // With 61 degrees of freedom, an even source exceeds 150 less than once in 10^8 runs.
  expect(chiSquare).toBeLessThan(150);
});

test("the first random digit of a key takes every value", () => {
  const firstDigits = new Set(Array.from({ length: 2000 }, () => newApiKey()[9]));
  expect(firstDigits.size).toBe(62);
});

test("a webhook secret in another spelling is refused", () => {
  const secret = `whsec_${Buffer.alloc(32, 0xff).toString("base64")}`;
  expect(isWebhookSecret(secret)).toBe(true);
  expect(isWebhookSecret(secret.replaceAll("/", "_"))).toBe(false);
  expect(isWebhookSecret(secret.replace(/=$/, ""))).toBe(false);
  expect(isWebhookSecret(secret.replace(/8=$/, "9="))).toBe(false);
  expect(isWebhookSecret(`whsec_${Buffer.alloc(31).toString("base64")}`)).toBe(false);
  expect(isWebhookSecret(`whsec_${Buffer.alloc(33).toString("base64")}`)).toBe(false);
});

test("a credential is stored as its SHA-256", () => {
  expect(hashCredential("abc").toString("hex")).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
  const credential = newApiKey();
  expect(hashCredential(credential)).toEqual(createHash("sha256").update(credential).digest());
});
