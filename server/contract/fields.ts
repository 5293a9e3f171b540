import { z } from "zod";
import { problemInEnglish, refusedAs, type Problem } from "./field-problems.ts";
import { limits } from "./limits.ts";

/** Fields that several resources share. Their descriptions are published in the document. */

/**
 * The control characters for a pattern's character class. All regex engines read this spelling of the ASCII
 * characters. PCRE does not read `\u0080`, and Ruby does not read `\x80` in UTF-8. The other control characters are
 * therefore in `not`, which client generators leave to the service.
 */
const controls = "\\x00-\\x1f\\x7f";
const laterControls = "[\\u0080-\\u009f]";
const withoutLaterControls = { not: { type: "string", pattern: laterControls } } as const;

const wellFormed = (text: string): boolean => text.isWellFormed() && !text.includes("\0");
const aControl = new RegExp(`[${controls}]|${laterControls}`);
const withoutControls = (text: string): boolean => !aControl.test(text);

/** Counts code points, as JSON Schema's maxLength does. A UTF-16 length would count an emoji twice. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Works like `.regex`, and also names the problem. */
export const matching = (schema: z.ZodString, pattern: RegExp, problem: Problem) =>
  schema
    .refine((value) => pattern.test(value), refusedAs(problem))
    .meta({ pattern: pattern.source });

/** Text of bounded length that PostgreSQL can store: well-formed Unicode without NUL. */
export function text(bounds: { min?: number; max: number }) {
  const min = bounds.min ?? 0;
  return z
    .string()
    .refine(wellFormed, refusedAs({ code: "broken_text", params: {} }))
    .refine((value) => value.length >= min, refusedAs({ code: "empty", params: {} }))
    .refine(
      (value) => value.length <= bounds.max || characters(value) <= bounds.max,
      refusedAs({ code: "too_long", params: { characters: bounds.max } }),
    )
    .meta({
      ...(min > 0 && { minLength: min }),
      maxLength: bounds.max,
      pattern: "^[^\\x00]*$",
    });
}

/** The document's pattern for a blank text. */
export const blankText = "^\\s*$";

/** The mark of a schema for which the document allows a blank text. */
export const mayBeBlank = "x-may-be-blank";

/**
 * An optional field. Forms and templates send "" for a missing value, and programs send null, so a blank text or null
 * counts as absent.
 */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .preprocess((value) => (isBlankFor(schema, value) ? undefined : value), schema.nullish())
    .optional()
    .meta({ [mayBeBlank]: true });

/** Returns whether a value is blank for this field. A blank text counts only within the field's maximum length. */
function isBlankFor(schema: z.ZodType, value: unknown): boolean {
  if (typeof value !== "string" || schema.def.type === "object" || /\S/.test(value)) return false;
  return value === "" || value.length <= Number(schema.meta()?.["maxLength"] ?? Infinity);
}

/**
 * Returns whether a text has only spaces, characters without a shape, marks without a letter, or letters that are
 * drawn as nothing.
 */
const isBlank = (value: string): boolean =>
  /^(?:[\s\p{Z}\p{Cf}\p{M}]|[\u115f\u1160\u2800\u3164\uffa0])*$/u.test(value);

export const requiredText = () => text({ min: 1, max: limits.textCharacters });

/** The name of a person or a thing, by which people recognise it. */
export const nameText = () =>
  requiredText()
    .refine((value) => !isBlank(value), refusedAs({ code: "empty", params: {} }))
    // The document can express only this part of the rule, because regex engines differ in how they name invisible
    // characters.
    .meta({ pattern: "^[^\\x00]*[^\\s\\x00][^\\x00]*$" });

/** A pattern for one line without a space at either end. */
const trimmedLine = `[^\\s${controls}]([^${controls}]*[^\\s${controls}])?$`;

const ofOneLine = (schema: z.ZodString) =>
  schema
    .refine(withoutControls, refusedAs({ code: "control_characters", params: {} }))
    .refine((value) => value.trim() === value, refusedAs({ code: "outer_space", params: {} }))
    .meta({ pattern: `^${trimmedLine}`, ...withoutLaterControls });

/** A name or a number on one line, such as an account's. */
export const lineText = () => ofOneLine(nameText());

/** A name on one line, shorter than other texts. */
export const shortName = (characters: number) => ofOneLine(text({ min: 1, max: characters }));

/** A key of a payment's metadata. */
export const metadataKey = () => ofOneLine(text({ min: 1, max: limits.metadataKeyCharacters }));

/** Whole rupiah as JSON integers. `1.0` and `1e3` are integers; `"1000"` and `0.5` are not. */
export const wholeRupiah = (min: number, max: number) =>
  z
    .int({
      error: ({ code, expected }) =>
        code === "invalid_type" && expected === "int"
          ? `must be an integer from ${min} to ${max}`
          : undefined,
    })
    .min(min)
    .max(max)
    .meta({ format: "int64" });

export const rupiah = () => wholeRupiah(0, limits.paymentTotalMax);

/** The amount of a line. A discount makes it negative. */
export const signedRupiah = () => wholeRupiah(-limits.paymentTotalMax, limits.paymentTotalMax);

export const uuid = () =>
  z
    .guid({
      error: ({ input }) =>
        input === undefined ? undefined : problemInEnglish({ code: "not_a_uuid", params: {} }),
    })
    .meta({ pattern: undefined });

/** RFC 3339 in UTC with milliseconds, the format of times in all responses. */
export const timestamp = () =>
  z.iso
    .datetime({ offset: true })
    .meta({ format: "date-time", pattern: undefined, examples: ["2026-11-21T10:15:30.000Z"] });

export const paymentCode = () =>
  text({ min: 1, max: limits.paymentCodeCharacters })
    .refine(withoutControls, refusedAs({ code: "control_characters", params: {} }))
    .refine((code) => code.trim() === code, refusedAs({ code: "outer_space", params: {} }))
    .refine((code) => code !== "." && code !== "..", "must not be . or .., because paths drop them")
    .meta({
      pattern: `^(?!\\.\\.?$)${trimmedLine}`,
      ...withoutLaterControls,
      description:
        "The merchant's own invoice code and idempotency key: 1 to 128 characters, no control characters, no space at either end, not `.` or `..`. The code is unique for the merchant and cannot be reused. Tepat compares codes byte for byte. Percent-encode a code in paths (`INV/2026/11` is `INV%2F2026%2F11`).",
      examples: ["INV-2026-0001"],
    });

export const email = () =>
  matching(text({ max: limits.textCharacters }), emailPattern, {
    code: "not_an_email",
    params: {},
  })
    .refine(withoutControls, refusedAs({ code: "not_an_email", params: {} }))
    .meta(withoutLaterControls);

/** The pattern of a single email address. A colon or a slash would make it a link or a list of headers. */
const emailPattern = new RegExp(`^[^\\s@:/${controls}]+@[^\\s@:/${controls}]+$`);

export const phone = () =>
  text({ max: limits.customerPhoneCharacters })
    .refine(withoutControls, refusedAs({ code: "control_characters", params: {} }))
    .meta({ pattern: `^[^${controls}]*$`, ...withoutLaterControls });

/**
 * Whether a text is a phone number of 8 to 15 digits, with any separators. A person who types one wants to call it or to
 * write to it. A merchant's program can send other texts.
 */
export const isCallable = (phone: string): boolean =>
  /^\+?[\d\s().-]+$/.test(phone) && /^\d{8,15}$/.test(phone.replaceAll(/\D/g, ""));

export const callablePhone = () =>
  phone().refine(isCallable, refusedAs({ code: "not_a_phone", params: {} }));

/**
 * The pattern of an absolute https URL with a host. The pattern refuses user info and everything that a browser would
 * silently rewrite.
 */
const httpsUrlPattern = `[Hh][Tt][Tt][Pp][Ss]://(\\[[0-9A-Fa-f:.]+\\]|[^\\s/\\\\?#@:\\[\\]${controls}]+)(:[0-9]{0,5})?([/?#][^\\s\\\\${controls}]*)?`;

export const httpsUrl = () =>
  text({ max: limits.urlCharacters })
    .refine(isPlainHttpsUrl, refusedAs({ code: "not_a_secure_url", params: {} }))
    .meta({
      format: "uri",
      pattern: `^${httpsUrlPattern}$`,
      ...withoutLaterControls,
    });

const pictureData = "data:image/(jpeg|png);base64,[0-9A-Za-z+/]+={0,2}";
const isPictureData = new RegExp(`^${pictureData}$`);

/** The https address of a picture, or a small picture itself as a `data:` URL. */
export const logo = () =>
  text({ max: limits.logoCharacters })
    .refine(
      (value) =>
        isPictureData.test(value) ||
        (value.length <= limits.urlCharacters && isPlainHttpsUrl(value)),
      refusedAs({ code: "not_a_secure_url", params: {} }),
    )
    .meta({
      format: "uri",
      pattern: `^(${httpsUrlPattern}|${pictureData})$`,
      ...withoutLaterControls,
    });

function isPlainHttpsUrl(value: string): boolean {
  if (!/^https:\/\/[^/\\?#]/i.test(value) || /[\s\\]/.test(value)) return false;
  if (!withoutControls(value) || !URL.canParse(value)) return false;
  const url = new URL(value);
  return url.protocol === "https:" && url.username === "" && url.password === "";
}

/** Fields that both the dashboard and `npx tepat` ask for. The rule is shared, so that both accept the same values. */

export const newPassword = () =>
  text({ min: 1, max: limits.passwordCharactersMax })
    .refine(
      (value) => value.length >= limits.passwordCharactersMin,
      refusedAs({ code: "too_short", params: { characters: limits.passwordCharactersMin } }),
    )
    .meta({
      minLength: limits.passwordCharactersMin,
      description: `The new password: ${limits.passwordCharactersMin} to ${limits.passwordCharactersMax} characters of any kind, not one that programs guess first.`,
    });

/** A bound on the amounts of an account, in whole rupiah. */
export const accountAmount = () => wholeRupiah(1, limits.paymentAmountMax);

/** The text of a static QRIS code. */
export const qrisCode = () => text({ min: 1, max: limits.qrisCharacters });

export const androidPackageName = /^[a-zA-Z]\w*(\.\w+)+$/;

export const androidPackage = () =>
  matching(requiredText(), androidPackageName, { code: "not_an_android_package", params: {} });

/** A webhook's address. The domain checks whether the gateway's settings allow the address. */
export const webhookUrl = () => text({ min: 1, max: limits.urlCharacters });

export const color = () =>
  matching(z.string(), /^#[0-9a-fA-F]{6}$/, { code: "not_a_color", params: {} });

/** ISO 8601 with an offset, as `readDeadline` reads it. */
export const dateTimeWithOffset =
  /^(?<year>[0-9]{4})-(?<month>[0-9]{2})-(?<day>[0-9]{2})[Tt](?<hour>[0-9]{2}):(?<minute>[0-9]{2})(?::(?<second>[0-9]{2})(?:\.(?<fraction>[0-9]{1,9}))?)?(?:[Zz]|(?<sign>[+-])(?<offsetHour>[0-9]{2})(?::?(?<offsetMinute>[0-9]{2}))?)$/;

/** Page parameters of lists (specification, 4.4 and 4.8). */
export const pageInput = {
  page: z.int().min(1).default(1).meta({ description: "Page number, from 1." }),
  per_page: z
    .int()
    .min(1)
    .default(limits.perPageDefault)
    .meta({
      description: `Records per page. A value above ${limits.perPageMax} counts as ${limits.perPageMax}.`,
    }),
};

const yearOne = Date.parse("0001-01-01T00:00:00Z");
const yearTenThousand = Date.parse("+010000-01-01T00:00:00Z");

/** A time that PostgreSQL can read. An offset can lead to a year of more than four digits. */
export const moment = () =>
  timestamp().refine(
    (value) => {
      const milliseconds = Date.parse(value);
      return milliseconds >= yearOne && milliseconds < yearTenThousand;
    },
    refusedAs({ code: "outside_years", params: {} }),
  );
