import { describe, expect, test } from "vitest";
import { createSecretBox } from "./secrets.ts";

const currentSecret = "current-secret-of-the-unit-tests-0123456789";
const formerSecret = "former-secret-of-the-unit-tests-01234567890";
const context = "merchant:1:totp";
const box = createSecretBox(currentSecret);

describe("sealing and opening", () => {
  test.each(["JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", "", "rahasia é 最 🙂", "x".repeat(10_000)])(
    "a sealed value opens to its original (%#)",
    (plaintext) => {
      expect(box.open(box.seal(plaintext, context), context)).toBe(plaintext);
    },
  );

  test("another box with the same secret opens the value", () => {
    const sealed = box.seal("webhook secret", context);
    expect(createSecretBox(currentSecret).open(sealed, context)).toBe("webhook secret");
  });

  test("the sealed value does not contain the plaintext", () => {
    expect(box.seal("webhook secret", context).includes("secret")).toBe(false);
  });

  test("the same value sealed twice looks different under the same version and key id", () => {
    const first = box.seal("webhook secret", context);
    const second = box.seal("webhook secret", context);
    expect(first.subarray(0, 5)).toEqual(second.subarray(0, 5));
    expect(first.subarray(5, 17)).not.toEqual(second.subarray(5, 17));
    expect(first.subarray(33)).not.toEqual(second.subarray(33));
  });

  test("the first byte is the version of the format", () => {
    expect(box.seal("webhook secret", context)[0]).toBe(1);
  });

  test("a value sealed by an earlier release still opens", () => {
    const sealed = Buffer.from(
      "Aa+y43yOihwQw3HuBzvu1WedtG+RdpMvmmkMUGhM9+nL8szbomI3rGNoe8AHlQ+sWg==",
      "base64",
    );
    expect(box.open(sealed, context)).toBe("JBSWY3DPEHPK3PXP");
  });
});

describe("values that do not open", () => {
  const sealed = box.seal("webhook secret", context);

  test.each(["merchant:2:totp", "merchant:1:webhook", "merchant:1:totp ", ""])(
    "a value moved to the place %j does not open",
    (otherPlace) => {
      expect(() => box.open(sealed, otherPlace)).toThrow(
        `The encrypted value of ${otherPlace} was changed, or belongs to another place.`,
      );
    },
  );

  test("a value with any bit changed does not open", () => {
    for (let position = 0; position < sealed.length * 8; position++) {
      const changed = Buffer.from(sealed);
      changed[position >> 3]! ^= 1 << (position & 7);
      expect(() => box.open(changed, context), `bit ${position}`).toThrow(
        /was changed|with key|not in format version/,
      );
    }
  });

  test("a truncated value does not open", () => {
    for (let length = 0; length < sealed.length; length++) {
      expect(() => box.open(sealed.subarray(0, length), context), `${length} bytes`).toThrow(
        length < 33 ? /not in format version/ : /was changed/,
      );
    }
  });

  test("a value of a later version is reported as such", () => {
    const later = Buffer.concat([Buffer.of(2), sealed.subarray(1)]);
    expect(() => box.open(later, context)).toThrow(
      "An encrypted value is not in format version 1. It was cut off, or a newer Tepat wrote it.",
    );
  });

  test("a value of another TEPAT_SECRET is refused with its key id", () => {
    const foreign = createSecretBox(formerSecret).seal("webhook secret", context);
    const keyId = foreign.subarray(1, 5).toString("hex");
    expect(() => box.open(foreign, context)).toThrow(
      `encrypted with key ${keyId}, which does not belong to the current TEPAT_SECRET`,
    );
  });
});

describe("key rotation", () => {
  const rotated = createSecretBox(currentSecret, [formerSecret]);

  test("a value sealed under a retired secret opens", () => {
    const old = createSecretBox(formerSecret).seal("webhook secret", context);
    expect(rotated.open(old, context)).toBe("webhook secret");
  });

  test("new values are sealed under the current secret", () => {
    expect(box.open(rotated.seal("webhook secret", context), context)).toBe("webhook secret");
  });
});

describe("TEPAT_SECRET", () => {
  test.each(["", "changeme", "x".repeat(31)])(
    "%j is refused with the way to create one",
    (short) => {
      const message = /at least 32 characters\. Make one with: node -p .*randomBytes\(32\)/;
      expect(() => createSecretBox(short)).toThrow(message);
      expect(() => createSecretBox(currentSecret, [short])).toThrow(message);
    },
  );

  test("the message does not repeat the refused secret", () => {
    expect(() => createSecretBox("hunter2-hunter2")).not.toThrow(/hunter2/);
  });

  test("32 characters are accepted", () => {
    const shortest = createSecretBox("x".repeat(32));
    expect(shortest.open(shortest.seal("a", context), context)).toBe("a");
  });
});
