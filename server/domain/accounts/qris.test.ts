import { randomInt } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "../../../contract-tests/support/any-character.ts";
import data from "../../testing/data/qris.json" with { type: "json" };
import { limits } from "../../contract/limits.ts";
import { defaultPackageFor, dynamicQris, parseStaticQris } from "./qris.ts";
import type { QrisRefusal } from "../../contract/field-problems.ts";
import { QrisError } from "./qris-error.ts";

const seed = randomInt(2 ** 31);
console.info(`qris.test.ts seed: ${seed}`);

interface TestObject {
  tag: string;
  value: string;
}

function objectsOf(text: string): TestObject[] {
  const objects: TestObject[] = [];
  let rest = Array.from(text);
  while (rest.length > 0) {
    const size = Number(rest.slice(2, 4).join(""));
    objects.push({ tag: rest.slice(0, 2).join(""), value: rest.slice(4, 4 + size).join("") });
    rest = rest.slice(4 + size);
  }
  return objects;
}

/** Computes the checksum by long division, so that it does not repeat an error of the code under test. */
function crcOf(text: string): string {
  let remainder = 0n;
  const message = BigInt(`0x${Buffer.from(text).toString("hex")}0000`);
  const bits = BigInt(Buffer.byteLength(text) * 8 + 16);
  const dividend = message ^ (0xffffn << (bits - 16n));
  for (let bit = bits - 1n; bit >= 0n; bit--) {
    remainder = (remainder << 1n) | ((dividend >> bit) & 1n);
    if (remainder >> 16n) remainder ^= 0x11021n;
  }
  return remainder.toString(16).toUpperCase().padStart(4, "0");
}

type Pair = readonly [tag: string, value: string];

function code(...objects: Pair[]): string {
  const body = objects.map(([tag, value]) => {
    return tag + String(Array.from(value).length).padStart(2, "0") + value;
  });
  const checked = `${body.join("")}6304`;
  return checked + crcOf(checked);
}

const gopayAccount = "0014COM.GO-JEK.WWW0118936009140000000001";
const counterObjects: readonly Pair[] = [
  ["00", "01"],
  ["01", "11"],
  ["26", gopayAccount],
  ["51", "0014ID.CO.QRIS.WWW0215ID10990000000010303UMI"],
  ["52", "5812"],
  ["53", "360"],
  ["58", "ID"],
  ["59", "Toko Contoh"],
  ["60", "BANDUNG"],
  ["61", "40111"],
];

/** Returns the counter's code with one object replaced, or removed if the value is null. */
function counterCodeWith(tag: string, value: string | null): string {
  return code(
    ...counterObjects
      .map(([existing, original]): Pair => [existing, existing === tag ? (value ?? "") : original])
      .filter(([existing]) => existing !== tag || value !== null),
  );
}

/** Returns the objects that a dynamic code takes over from its static code. */
function withoutOurs(objects: TestObject[]): TestObject[] {
  return objects.filter(({ tag }) => !["01", "54", "55", "56", "57", "63"].includes(tag));
}

function refusalOf(attempt: () => unknown): QrisRefusal | null {
  try {
    attempt();
    return null;
  } catch (error) {
    if (error instanceof QrisError) return error.reason;
    throw error;
  }
}

test("the checksum used by these tests gives the published check value", () => {
  expect(crcOf("123456789")).toBe("29B1");
});

describe("static codes", () => {
  test.each(data.vectors)("$id is read: $tags", ({ static: text, parsed }) => {
    expect(parseStaticQris(text)).toEqual({
      payload: text.trim(),
      merchant_name: parsed.merchant_name,
      merchant_city: parsed.merchant_city,
      nmid: parsed.nmid,
      acquirer: parsed.acquirer_gui,
    });
  });

  test("a lower-case checksum is accepted and stored in upper case", () => {
    const { static: text } = data.vectors[0]!;
    const pasted = text.slice(0, -4) + text.slice(-4).toLowerCase();
    expect(pasted).not.toBe(text);
    expect(parseStaticQris(pasted).payload).toBe(text);
  });

  test("a code with the text 6304 as its checksum is complete", () => {
    const text = counterCodeWith("61", "048201");
    expect(text.endsWith("63046304")).toBe(true);
    expect(parseStaticQris(text).payload).toBe(text);
  });

  test("a code of 512 characters is not too long", () => {
    const filler: Pair[] = ["80", "81", "82"].map((tag) => [tag, "X".repeat(99)]);
    const missing = 512 - code(...counterObjects, ...filler).length;
    const longest = code(...counterObjects, ...filler, ["83", "X".repeat(missing - 4)]);
    expect(longest).toHaveLength(512);
    expect(parseStaticQris(longest).payload).toBe(longest);
  });

  test("a code without a national repository has no NMID", () => {
    expect(parseStaticQris(counterCodeWith("51", null))).toMatchObject({
      nmid: null,
      acquirer: "COM.GO-JEK.WWW",
    });
  });

  test("a code with only the national repository has no acquirer", () => {
    expect(parseStaticQris(counterCodeWith("26", null))).toMatchObject({
      nmid: "ID1099000000001",
      acquirer: null,
    });
  });

  test("a transfer template ahead of the merchant's account is not the acquirer", () => {
    const text = code(
      ...counterObjects.flatMap(([tag, value]): Pair[] =>
        tag === "26"
          ? [
              ["40", "0011ID.TRANSFER"],
              ["45", gopayAccount],
            ]
          : [[tag, value]],
      ),
    );
    expect(parseStaticQris(text).acquirer).toBe("COM.GO-JEK.WWW");
  });
});

describe("a name or city longer than EMVCo allows, as banks print them", () => {
  const longName = "Toko Kelontong Ibu Siti 😀 Cabang Pasar Minggu";
  const printed = code(
    ...counterObjects.map(([tag, value]): Pair => {
      if (tag === "59") return [tag, longName];
      return tag === "60" ? [tag, "KAB. HULU SUNGAI UTARA"] : [tag, value];
    }),
  );

  test("is read as printed", () => {
    expect(parseStaticQris(printed)).toMatchObject({
      payload: printed,
      merchant_name: longName,
      merchant_city: "KAB. HULU SUNGAI UTARA",
    });
    const example = data.invalid.find(({ id }) => id === "X17");
    expect(parseStaticQris(example?.input ?? "").merchant_name).toBe("Toko Contoh Dengan Nama 26");
    expect(parseStaticQris(counterCodeWith("59", "N".repeat(99))).merchant_name).toHaveLength(99);
  });

  test("is shortened to EMVCo's limits in the code of a payment", () => {
    const dynamic = dynamicQris(printed, 150_123);
    const value = (wanted: string) => objectsOf(dynamic).find(({ tag }) => tag === wanted)?.value;
    expect(value("59")).toBe("Toko Kelontong Ibu Siti 😀");
    expect(value("60")).toBe("KAB. HULU SUNGA");
    expect(value("54")).toBe("150123");
    expect(dynamic.slice(-4)).toBe(crcOf(dynamic.slice(0, -4)));
  });
});

describe("refused codes", () => {
  /** Tepat's reasons, where the test data allow several or use a broader word. */
  const ourReason: Readonly<Record<string, QrisRefusal>> = {
    bad_tlv_or_crc: "bad_tlv",
    bad_tlv_when_lengths_are_characters: "bad_tlv",
  };

  /** Banks print such codes, so they are accepted. */
  const invalid = data.invalid.filter(
    ({ expected_error }) => !expected_error.endsWith("_or_accept"),
  );

  test.each(invalid)("$id is refused: $expected_error", ({ input, expected_error }) => {
    const expected = ourReason[expected_error] ?? expected_error;
    expect(refusalOf(() => parseStaticQris(input))).toBe(expected);
    expect(refusalOf(() => dynamicQris(input, 1))).toBe(expected);
  });

  const valid = code(...counterObjects);

  test("the unchanged counter code is accepted", () => {
    expect(parseStaticQris(valid).merchant_name).toBe("Toko Contoh");
  });

  test.each<[title: string, text: string, reason: QrisRefusal]>([
    ["white space only", " \r\n\t", "empty"],
    ["tag 00 not first", code(...counterObjects.toSpliced(0, 1)), "not_qris"],
    ["513 characters", `000201${"9".repeat(507)}`, "too_long"],
    ["a NUL in the name", counterCodeWith("59", "Toko\0"), "bad_character"],
    ["a line break in the name", counterCodeWith("59", "Toko\nA"), "bad_character"],
    ["half a surrogate pair in the name", counterCodeWith("59", "Toko\ud83d"), "bad_character"],
    ["an object of length 00", code(...counterObjects, ["62", ""]), "bad_tlv"],
    ["a full-width digit in a length", valid.replace("6105", "610５"), "bad_tlv"],
    ["a text that stops inside a tag", valid.slice(0, 7), "truncated_tlv"],
    ["no checksum at all", valid.slice(0, -8), "missing_crc"],
    ["half a checksum", valid.slice(0, -2), "missing_crc"],
    ["text after the checksum", `${valid}62019`, "crc_not_last"],
    ["a checksum of five characters", `${valid.slice(0, -6)}05${valid.slice(-4)}A`, "crc_mismatch"],
    ["a checksum that is not hexadecimal", `${valid.slice(0, -4)}ZZZZ`, "crc_mismatch"],
    ["a second merchant name", code(...counterObjects, ["59", "Toko Lain"]), "duplicate_tag"],
    ["no category", counterCodeWith("52", null), "missing_tag"],
    ["no currency", counterCodeWith("53", null), "missing_tag"],
    ["no country", counterCodeWith("58", null), "missing_tag"],
    ["no merchant name", counterCodeWith("59", null), "missing_tag"],
    ["no city", counterCodeWith("60", null), "missing_tag"],
    ["a category of letters", counterCodeWith("52", "58A2"), "bad_merchant_category"],
    ["another country", counterCodeWith("58", "SG"), "unsupported_country"],
    ["a postal code of 11 digits", counterCodeWith("61", "4".repeat(11)), "postal_code_too_long"],
    ["the dynamic indicator without an amount", counterCodeWith("01", "12"), "not_static"],
    ["an unknown indicator", counterCodeWith("01", "13"), "not_static"],
    ["a broken acquirer template", counterCodeWith("26", "0014COM.GO"), "truncated_tlv"],
    ["a broken national repository", counterCodeWith("51", "ID.CO.QRIS.WWW"), "bad_tlv"],
    [
      "a card account only",
      code(["00", "01"], ["02", "4000123456789012"], ...counterObjects.slice(4)),
      "not_a_merchant_payment_qr",
    ],
    ["a code that is already dynamic", dynamicQris(valid, 5000), "not_static"],
  ])("%s is refused", (_title, text, reason) => {
    expect(refusalOf(() => parseStaticQris(text))).toBe(reason);
  });

  test("the message names the next step", () => {
    expect(() => parseStaticQris("https://contoh.invalid/qr/123")).toThrow(
      "This is not a QRIS code. A QRIS text starts with 000201. Scan the static QRIS again.",
    );
  });
});

describe("dynamic codes", () => {
  const conversions = data.vectors.flatMap((vector) =>
    vector.conversions.map((conversion) => ({ id: vector.id, text: vector.static, ...conversion })),
  );

  test.each(conversions)("$id becomes a code for Rp$amount", ({ text, amount, dynamic }) => {
    expect(dynamicQris(text, amount)).toBe(dynamic);
    expect(dynamicQris(parseStaticQris(text).payload, amount)).toBe(dynamic);
  });

  test("the amount stands directly after the currency when other objects precede the country", () => {
    const text = code(
      ...counterObjects.flatMap((object): Pair[] =>
        object[0] === "53" ? [object, ["62", "0703A01"]] : [object],
      ),
    );
    expect(dynamicQris(text, 5000)).toContain("53033605404500062070703A015802ID");
  });

  test("an indicator in another place is changed in that place", () => {
    const objects = counterObjects.filter(([tag]) => tag !== "01");
    const dynamic = dynamicQris(code(...objects, ["01", "11"]), 5000);
    expect(
      objectsOf(dynamic)
        .map(({ tag }) => tag)
        .join(" "),
    ).toBe("00 26 51 52 53 54 58 59 60 61 01 63");
    expect(objectsOf(dynamic).at(-2)).toEqual({ tag: "01", value: "12" });
  });

  test("no amount, tip or fee of the static code remains, in any place", () => {
    const text = code(
      ["00", "01"],
      ["55", "03"],
      ...counterObjects.slice(1),
      ["57", "5"],
      ["56", "500"],
      ["54", "150123.00"],
    );
    const dynamic = dynamicQris(text, 150123);
    expect(dynamic).toBe(dynamicQris(code(...counterObjects), 150123));
    expect(dynamic).toContain("53033605406150123");
  });
});

describe("amounts", () => {
  const { static: text } = data.vectors[0]!;
  const numberRules = data.amount_rules.filter(({ amount }) => typeof amount === "number");
  const textRules = data.amount_rules.filter(({ amount }) => typeof amount === "string");

  test.each(numberRules.filter(({ ok }) => ok))("$amount is written as $tag54", (rule) => {
    expect(dynamicQris(text, Number(rule.amount))).toContain(`5303360${rule.tag54}5802ID`);
  });

  test.each(numberRules.filter(({ ok }) => !ok))("$amount is refused: $error", ({ amount }) => {
    expect(refusalOf(() => dynamicQris(text, Number(amount)))).toBe("amount_out_of_range");
  });

  test.each(textRules)("the text $amount is not an amount", ({ amount }) => {
    expect(refusalOf(() => dynamicQris(text, amount as never))).toBe("amount_out_of_range");
  });

  test("150123.00 of a real code becomes the plain integer here", () => {
    const seenInTheWild = code(...counterObjects, ["54", "150123.00"]);
    expect(dynamicQris(seenInTheWild, Number("150123.00"))).toContain("54061501235802ID");
  });

  test.each([150123.5, 150.123, Number.NaN, Infinity, -0, 2 ** 53])("%d is refused", (amount) => {
    expect(refusalOf(() => dynamicQris(text, amount))).toBe("amount_out_of_range");
  });
});

describe("any code and any amount", () => {
  const anyStatic = fc.constantFrom(...data.vectors.map((vector) => vector.static.trim()));
  const anyAmount = fc.oneof(
    fc.integer({ min: 1, max: limits.qrisAmountMax }),
    fc.integer({ min: 1, max: 10_000_000 }),
  );

  test("the dynamic code contains the amount and keeps every other object in its place", () => {
    fc.assert(
      fc.property(anyStatic, anyAmount, (text, amount) => {
        const dynamic = dynamicQris(text, amount);
        const objects = objectsOf(dynamic);
        expect(dynamic.slice(-8, -4)).toBe("6304");
        expect(dynamic.slice(-4)).toBe(crcOf(dynamic.slice(0, -4)));
        expect(objects.filter(({ tag }) => tag === "54")).toEqual([
          { tag: "54", value: String(amount) },
        ]);
        expect(objects.filter(({ tag }) => tag === "01")).toEqual([{ tag: "01", value: "12" }]);
        expect(objects.filter(({ tag }) => ["55", "56", "57"].includes(tag))).toEqual([]);
        expect(withoutOurs(objects)).toEqual(withoutOurs(objectsOf(text)));
        const tags = objects.map(({ tag }) => tag).join(" ");
        expect(tags).toMatch(/^00 01 .*(53 54|54 58) /);
      }),
      { seed, numRuns: 500 },
    );
  });

  test("a code with one changed character is refused, or decodes to its own contents", () => {
    const anyCharacter = fc.oneof(
      fc.constantFrom(...Array.from("0123456789ABCDEFabcdef %&")),
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(anyStatic, fc.nat(), anyCharacter, (text, position, replacement) => {
        const characters = Array.from(text);
        const mutated = characters.with(position % characters.length, replacement).join("");
        if (refusalOf(() => parseStaticQris(mutated)) !== null) return;
        const read = parseStaticQris(mutated);
        const objects = objectsOf(read.payload);
        expect(parseStaticQris(read.payload)).toEqual(read);
        expect(read.payload.slice(-4)).toBe(crcOf(read.payload.slice(0, -4)));
        expect(objects.find(({ tag }) => tag === "59")?.value).toBe(read.merchant_name);
        expect(objects.find(({ tag }) => tag === "60")?.value).toBe(read.merchant_city);
      }),
      { seed, numRuns: 5000 },
    );
  });

  test("every change of one digit in a code is refused", () => {
    for (const { static: text } of data.vectors) {
      const payload = text.trim();
      for (let position = 0; position < payload.length; position++) {
        const digit = payload[position] === "7" ? "8" : "7";
        const mutated = payload.slice(0, position) + digit + payload.slice(position + 1);
        expect(refusalOf(() => parseStaticQris(mutated))).not.toBeNull();
      }
    }
  });

  test("every other text is refused without another error", () => {
    const anyTail = fc.string({ unit: anyCharacter, maxLength: 80 });
    fc.assert(
      fc.property(anyTail, fc.boolean(), (tail, isSealed) => {
        const opened = `000201${tail}6304`;
        refusalOf(() => parseStaticQris(isSealed ? opened + crcOf(opened) : opened));
      }),
      { seed, numRuns: 2000 },
    );
  });
});

describe("notification packages", () => {
  test.each([
    ["COM.GO-JEK.WWW", "com.gojek.gopaymerchant"],
    ["ID.DANA.WWW", "id.dana"],
    ["ID.CO.SHOPEE.WWW", "com.shopeepay.merchant.id"],
    ["ID.CO.BRI.WWW", "id.co.bri.merchant"],
    ["ID.CO.BCA.WWW", "com.bca.msb"],
    ["ID.CO.BANKMANDIRI.WWW", "id.bmri.livinmerchant"],
    ["ID.CO.BNI.WWW", "id.co.bni.merchant"],
    ["id.co.bni.www", "id.co.bni.merchant"],
  ])("%s is watched through %s", (acquirer, packageName) => {
    expect(defaultPackageFor(acquirer)).toBe(packageName);
  });

  test.each(["COM.NOBUBANK.WWW", "ID.CO.EXAMPLE2.WWW", "constructor", "", null])(
    "%s has no separate package",
    (acquirer) => {
      expect(defaultPackageFor(acquirer)).toBeNull();
    },
  );
});
