import { describe, expect, test } from "vitest";
import { acceptedTotpStep, generateTotpSecret, totpUri } from "./totp-code.ts";

/** RFC 6238, appendix B: the key "12345678901234567890" in base32. */
const rfcSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("codes of RFC 6238", () => {
  // The RFC prints eight digits. A code of six is their end (RFC 4226, section 5.3).
  test.each([
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"],
  ])("at %i seconds the tail of %s is accepted", (nowSeconds, eightDigits) => {
    const step = Math.floor(nowSeconds / 30);
    expect(acceptedTotpStep(rfcSecret, eightDigits.slice(2), nowSeconds)).toBe(step);
  });
});

describe("the time of a code", () => {
  // The code of step 37037037, which lasts from second 1111111110 to 1111111139.
  const code = "050471";
  const step = 37_037_037;
  const startSeconds = step * 30;

  test.each([
    ["in the last 5 seconds before its step", -5, step],
    ["a second before its step", -1, step],
    ["at the start of its step", 0, step],
    ["at the end of its step", 29.999, step],
    ["at the start of the next step", 30, step],
    ["at the end of the next step", 59.999, step],
    ["6 seconds before its step", -6, null],
    ["a moment before the last 5 seconds", -5.001, null],
    ["two steps later", 60, null],
    ["a day later", 86_400, null],
    ["a day before", -86_400, null],
  ])("%s", (_when, offsetSeconds, expected) => {
    expect(acceptedTotpStep(rfcSecret, code, startSeconds + offsetSeconds)).toBe(expected);
  });

  test("a code at time 0 is accepted", () => {
    expect(acceptedTotpStep(rfcSecret, "755224", 0)).toBe(0);
  });
});

describe("wrong codes", () => {
  test.each([
    ["another number", "050472"],
    ["empty", ""],
    ["five digits", "50471"],
    ["seven digits", "0050471"],
    ["eight digits", "14050471"],
    ["a leading space", " 050471"],
    ["a trailing line break", "050471\n"],
    ["a space in the middle", "050 471"],
    ["a sign", "+50471"],
    ["letters", "abcdef"],
    ["an exponent", "5047e1"],
    ["full-width digits", "０５０４７１"],
    ["Arabic digits", "٠٥٠٤٧١"],
    ["a very long text", "050471".repeat(10_000)],
  ])("%s is not accepted", (_what, code) => {
    expect(acceptedTotpStep(rfcSecret, code, 1_111_111_111)).toBeNull();
  });

  test("the code of another secret is not accepted", () => {
    const otherSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJR";
    expect(acceptedTotpStep(otherSecret, "050471", 1_111_111_111)).toBeNull();
  });
});

describe("enrolment", () => {
  test("a secret has 160 bits in base32 and is new each time", () => {
    expect(generateTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(generateTotpSecret()).not.toBe(generateTotpSecret());
  });

  test("the address for the authenticator app names secret, label and issuer", () => {
    const uri = new URL(
      totpUri({ secret: rfcSecret, label: "budi+toko@contoh.id", issuer: "Tepat & Co" }),
    );
    expect(uri.protocol).toBe("otpauth:");
    expect(uri.host).toBe("totp");
    expect(decodeURIComponent(uri.pathname)).toBe("/Tepat & Co:budi+toko@contoh.id");
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: rfcSecret,
      issuer: "Tepat & Co",
    });
  });
});
