import { z } from "zod";
import { coded, counted, textOf, type Coded, type TextsFor } from "./coded.ts";
import { limits } from "./limits.ts";

/** The possible problems of a field. The pages have a sentence for each code in each language. */

const number = (description: string) => z.int().meta({ description });
const count = (description: string) => z.int().min(0).meta({ description });
const word = (description: string) => z.string().meta({ description });

const problems = {
  required: {},
  empty: {},
  not_a_number: {},
  not_an_integer: {},
  wrong_type: { expected: word("The expected type: `string`, `boolean`, `array`, `object`.") },
  too_small: { minimum: number("The smallest value.") },
  too_large: { maximum: number("The largest value.") },
  too_few_items: { minimum: count("The smallest number.") },
  too_many_items: { maximum: count("The largest number.") },
  too_short: { characters: count("The smallest number.") },
  too_long: { characters: count("The largest number.") },
  not_a_choice: { choices: word("The allowed values, separated by commas.") },
  broken_text: {},
  control_characters: {},
  outer_space: {},
  not_an_email: {},
  not_a_secure_url: {},
  not_a_url: {},
  url_of_spaces: {},
  url_too_long: { characters: count("The largest number of characters, percent-encoded.") },
  url_with_login: {},
  url_of_gateway: {},
  url_not_https: {},
  url_of_bad_port: {},
  url_not_public: {},
  not_a_uuid: {},
  not_a_time: {},
  not_a_day: {},
  outside_years: {},
  in_the_future: {},
  not_a_one_time_code: {},
  one_of_two_codes: {},
  wrong_password: {},
  guessable_password: {},
  outside_deadline: {
    minutes: count("The shortest time from now."),
    days: count("The longest time from now."),
  },
  not_a_color: {},
  not_a_month: {},
  not_an_android_package: {},
  not_a_delivery: {},
  not_a_cursor: {},
  not_a_pairing_code: {},
  not_a_channel: {},
  not_a_clock_time: {},
  same_times: {},
  not_a_push_key: {},
  below_smallest_amount: {},
  not_a_phone: {},
  not_a_code_pattern: {},
  not_a_host: {},
  not_a_bot_token: {},
  not_a_public_address: {},
  not_a_mail_port: { ports: word("The allowed ports, separated by commas.") },
  not_the_sum: { sum: number("The sum of the items.") },
  not_a_slug: {},
  slug_taken: {},
  not_a_picture: {},
  picture_too_heavy: { bytes: count("The largest number.") },
  picture_too_large: { pixels: count("The largest number of pixels per side.") },
  repeated_number: {},
  unknown_issuer: {},
  not_an_account_number: {},
  not_a_mobile_number: {},
  unusual_account_number: {
    digits: count("The number of digits sent."),
    usual: word(
      "The usual numbers of digits of this bank, separated by commas; empty if there are more.",
    ),
    bank: word("The name of the bank."),
  },
  not_a_holder: {},
  name_of_a_known_bank: {},
  qris_empty: {},
  qris_not_qris: {},
  qris_bad_payload_format_indicator: {},
  qris_too_long: {},
  qris_bad_character: {},
  qris_bad_tlv: {},
  qris_truncated_tlv: {},
  qris_missing_crc: {},
  qris_crc_not_last: {},
  qris_crc_mismatch: {},
  qris_duplicate_tag: {},
  qris_missing_tag: {},
  qris_bad_merchant_category: {},
  qris_unsupported_currency: {},
  qris_unsupported_country: {},
  qris_postal_code_too_long: {},
  qris_not_a_merchant_payment_qr: {},
  qris_not_static: {},
  qris_amount_out_of_range: {},
  /** A problem that no form on a page can cause, such as a broken rule of the merchant API. */
  invalid: {},
} as const;

export type Problem = Coded<typeof problems>;

export const problem = coded(problems).meta({
  id: "Problem",
  description: "The problem of a field. Each page has its own text for it.",
});

export const fieldProblem = z
  .object({
    path: z.array(z.string()).meta({
      description:
        "The field's path. For a field in a list, the path has the index, from 0, and the field's name.",
    }),
    problem,
  })
  .meta({ id: "FieldProblem", description: "An invalid field and its problem." });

export type FieldProblem = z.infer<typeof fieldProblem>;

/** The reasons why a QRIS code is unusable. The codes add the prefix `qris_`. */
export type QrisRefusal = Problem["code"] extends infer Code
  ? Code extends `qris_${infer Reason}`
    ? Reason
    : never
  : never;

/**
 * The English text after the field's name: "payment_amount must be …". The command line prints it, and a response's
 * `errors` contains it.
 */
const english: TextsFor<Problem> = {
  required: () => "is required",
  empty: () => "must not be empty",
  not_a_number: () => "must be a number",
  not_an_integer: () => "must be an integer",
  wrong_type: ({ expected }) => `must be ${nouns[expected] ?? expected}`,
  too_small: ({ minimum }) => `must be at least ${minimum}`,
  too_large: ({ maximum }) => `must be at most ${maximum}`,
  too_few_items: ({ minimum }) => `must have at least ${counted(minimum, "item", "items")}`,
  too_many_items: ({ maximum }) => `must have at most ${counted(maximum, "item", "items")}`,
  too_short: ({ characters }) =>
    `must have at least ${counted(characters, "character", "characters")}`,
  too_long: ({ characters }) =>
    `must have at most ${counted(characters, "character", "characters")}`,
  not_a_choice: ({ choices }) => `must be one of ${choices}`,
  broken_text: () => "must be well-formed Unicode without NUL",
  control_characters: () => "must not contain control characters",
  outer_space: () => "must not begin or end with a space",
  not_an_email: () => "must be an email address such as name@example.com",
  not_a_secure_url: () => "must be an absolute https:// URL without user name or password",
  not_a_url: () => "must be an absolute URL such as https://shop.example/webhook",
  url_of_spaces: () => "must not contain spaces, control characters or broken Unicode",
  url_too_long: ({ characters }) => `must be at most ${characters} characters, percent-encoded`,
  url_with_login: () => "must not contain a user name or password",
  url_of_gateway: () => "must not be an address of this gateway",
  url_not_https: () => "must use https",
  url_of_bad_port: () => "must use another port, because this one belongs to another protocol",
  url_not_public: () => "must name a public host",
  not_a_uuid: () => "must be a UUID",
  not_a_time: () => "must be an RFC 3339 date-time",
  not_a_day: () => "must be a day such as 2026-03-31",
  in_the_future: () => "must not lie in the future",
  outside_years: () => "must lie in the years 1 to 9999, in UTC",
  not_a_one_time_code: () => "must be six digits",
  one_of_two_codes: () => "must be left out if you send recovery_code",
  wrong_password: () => "must be the current password",
  guessable_password: () =>
    "must be harder to guess, for instance several words that do not belong together",
  outside_deadline: ({ minutes, days }) => `must be ${minutes} minutes to ${days} days from now`,
  not_a_color: () => "must be a colour such as #0a7d55",
  not_a_month: () => "must be a calendar month such as 2026-11, from the year 2000 on",
  not_an_android_package: () => "must be the name of an Android package, such as com.bca",
  not_a_delivery: () => "must be a delivery_id",
  not_a_cursor: () => "must be the next_cursor of a response",
  not_a_pairing_code: () => "must be a pairing code such as 7DD-DV0",
  not_a_channel: () => "must be the name of a channel, such as BCA",
  not_a_clock_time: () => "must be a time such as 22:00",
  same_times: () => "must have an end time that differs from the start time",
  not_a_push_key: () => "must be a key of the browser's push subscription, in base64url",
  below_smallest_amount: () => "must not be less than the smallest amount",
  not_a_phone: () => "must be a phone number of 8 to 15 digits, such as 0812 3456 7890",
  not_a_code_pattern: () =>
    "must contain {number} exactly once, and can contain {year}, {month} and {day} at most once each, such as INV-{year}-{number}",
  not_a_public_address: () =>
    "must be https:// and a name without a path, such as https://pay.example.com; http:// only with an address of a local network",
  not_a_bot_token: () => "must be a bot token from @BotFather, such as 123456:ABC-DEF…",
  not_a_host: () => "must be a name such as mail.example.com, or an IPv4 address",
  not_a_mail_port: ({ ports }) => `must be one of the ports of mail servers: ${ports}`,
  not_the_sum: ({ sum }) => `must be left out, or be ${sum}, the sum of the items`,
  not_a_slug: () => "must be lower-case letters and digits, with single hyphens between them",
  slug_taken: () => "must be another address, because a link already uses this one",
  not_a_picture: () => "must be a JPEG or PNG file in base64",
  picture_too_heavy: ({ bytes }) => `must be a file of at most ${bytes} bytes`,
  picture_too_large: ({ pixels }) => `must have at most ${pixels} pixels on each side`,
  repeated_number: () => "must be true, because you already have an account with this number",
  unknown_issuer: () => "is required, because Tepat knows no merchant app of this code's issuer",
  not_an_account_number: () => "must contain only digits",
  not_a_mobile_number: () => "must be a mobile phone number such as 0812 3456 7890",
  unusual_account_number: ({ digits, usual, bank }) =>
    usual === ""
      ? `has only ${counted(digits, "digit", "digits")}. Check the number again.`
      : `has ${counted(digits, "digit", "digits")}, but ${bank} numbers have ${usual}. Check the number again.`,
  not_a_holder: () => "must be the holder's name",
  name_of_a_known_bank: () => "must not be the name of a bank or an app that Tepat knows",
  qris_empty: () => "No QRIS code was given. Paste the text of your static QRIS.",
  qris_not_qris: () =>
    "This is not a QRIS code. A QRIS text starts with 000201. Scan the static QRIS again.",
  qris_bad_payload_format_indicator: () =>
    "This code does not use version 01 of the QR payment format. Use a QRIS code that does.",
  qris_too_long: () =>
    `This text is longer than the ${limits.qrisCharacters} characters of a QRIS code. Paste one code only.`,
  qris_bad_character: () =>
    "This text contains control or broken characters. Scan the static QRIS again.",
  qris_bad_tlv: () =>
    "The lengths inside this code do not match its content. Copying changed the code, often by writing %20 for a space. Scan the code again.",
  qris_truncated_tlv: () => "This code is cut off. Copy the whole text of the static QRIS.",
  qris_missing_crc: () =>
    "This code ends before its checksum. Copy the whole text of the static QRIS.",
  qris_crc_not_last: () =>
    "The checksum (tag 63) is not the last part of this code. Scan the QRIS again.",
  qris_crc_mismatch: () =>
    "The checksum does not match this code. A character was changed. Scan the static QRIS again.",
  qris_duplicate_tag: () => "This code contains a tag twice. Use the original QRIS.",
  qris_missing_tag: () =>
    "A mandatory part is missing (category, currency, country, name or city). Use the original QRIS.",
  qris_bad_merchant_category: () =>
    "The merchant category (tag 52) is not four digits. Use the original QRIS.",
  qris_unsupported_currency: () =>
    "This code is not in rupiah. Use a QRIS in rupiah (currency 360, IDR).",
  qris_unsupported_country: () =>
    "This code is not from Indonesia. Use a QRIS from Indonesia (country ID).",
  qris_postal_code_too_long: () =>
    "The postal code (tag 61) has over 10 characters, which payment apps might refuse. Ask your QRIS provider for a corrected code.",
  qris_not_a_merchant_payment_qr: () =>
    "This code is for transfers between private persons, or names no merchant account. Use the static QRIS of a merchant.",
  qris_not_static: () =>
    "This code was made for a single payment. Use the static QRIS, the one printed for the counter.",
  qris_amount_out_of_range: () =>
    `QRIS cannot carry this amount. Enter whole rupiah from 1 to ${limits.qrisAmountMax}.`,
  invalid: () => "is not valid",
};

const nouns: Readonly<Record<string, string>> = {
  string: "a string",
  boolean: "true or false",
  array: "an array",
  object: "an object",
};

export const problemInEnglish = (problem: Problem): string => textOf(english, problem);

/** Attaches a problem to a rule in a Zod schema: `.refine(isRight, refusedAs({ code: "empty", params: {} }))`. */
export const refusedAs = (problem: Problem) => ({
  message: problemInEnglish(problem),
  params: { ...problem },
});
