/**
 * QRIS is the Indonesian profile of EMVCo's merchant-presented QR code. A merchant pastes the static code of a
 * counter. Each payment shows a dynamic code derived from it, with the exact total in tag 54.
 *
 * A code is a series of data objects: a tag of 2 digits, a length in characters of 2 digits, and the value. Tag 00
 * comes first, and the checksum, tag 63, comes last.
 */

import { limits } from "../../contract/limits.ts";
import type { QrisRefusal } from "../../contract/field-problems.ts";
import { banks } from "../banks/index.ts";
import { QrisError } from "./qris-error.ts";

export interface StaticQris {
  /** The code as stored: without surrounding white space, and with its checksum in upper case. */
  payload: string;
  /** Tag 59 unchanged, including double and trailing spaces. */
  merchant_name: string;
  merchant_city: string;
  /** The national merchant id: tag 51, field 02. Some valid codes have none. */
  nmid: string | null;
  /** The globally unique identifier of the first acquirer, such as `COM.GO-JEK.WWW`. */
  acquirer: string | null;
}

/** Parses a pasted static code. Throws a QrisError that names the problem. */
export function parseStaticQris(text: string): StaticQris {
  const objects = readStaticObjects(text);
  const templates = objects.filter(isMerchantTemplate);
  const acquirer = templates.find(({ tag }) => tag !== "51");
  const nationalRepository = templates.find(({ tag }) => tag === "51");
  return {
    payload: writeCode(objects),
    merchant_name: requiredValue(objects, "59"),
    merchant_city: requiredValue(objects, "60"),
    nmid: templateField(nationalRepository, "02"),
    acquirer: templateField(acquirer, "00"),
  };
}

/** Parses a pasted static code. `refusalOf` turns the QrisError into the caller's own error. */
export function readStaticQris(text: string, refusalOf: (error: QrisError) => Error): StaticQris {
  try {
    return parseStaticQris(text);
  } catch (cause) {
    throw cause instanceof QrisError ? refusalOf(cause) : cause;
  }
}

/**
 * Creates the code of one payment: a static code with the exact amount. An amount in the static code and its tags for
 * tips and fees are removed. Otherwise the payer could be asked for more than the total, and no payment would match.
 * A name or city longer than EMVCo allows is cut. All other bytes stay unchanged.
 */
export function dynamicQris(payload: string, amount: number): string {
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > limits.qrisAmountMax) {
    throw new QrisError("amount_out_of_range");
  }
  const objects = readStaticObjects(payload)
    .filter(({ tag }) => !["54", "55", "56", "57"].includes(tag))
    .map((object) => (object.tag === "01" ? { tag: "01", value: "12" } : withinBounds(object)));
  if (valueOf(objects, "01") === undefined) objects.splice(1, 0, { tag: "01", value: "12" });

  // The usual order is 53, 54, 58. Some issuers shuffle the tags and put 58 first.
  const afterCurrency = objects.findIndex(({ tag }) => tag === "53") + 1;
  const country = objects.findIndex(({ tag }) => tag === "58");
  objects.splice(Math.min(afterCurrency, country), 0, { tag: "54", value: String(amount) });
  return writeCode(objects);
}

/** The Android package whose notifications report payments, by acquirer. */
const merchantAppPackages = new Map(
  banks.flatMap(({ apps }) => apps.map(({ acquirer, format }) => [acquirer, format.packages[0]])),
);

/** Returns the package to watch if the merchant names none, or null if the acquirer does not determine it. */
export function defaultPackageFor(acquirer: string | null): string | null {
  return (acquirer && merchantAppPackages.get(acquirer.toUpperCase())) || null;
}

interface DataObject {
  tag: string;
  value: string;
}

/**
 * Returns the checked objects of a static code, without the checksum. The order of the checks decides which reason is
 * given.
 */
function readStaticObjects(text: string): DataObject[] {
  const payload = text.trim();
  requireQrisText(payload);
  const objects = readObjects(payload);
  requireChecksum(payload, objects);
  requireFields(objects);
  if (!objects.some(isMerchantTemplate)) throw new QrisError("not_a_merchant_payment_qr");
  // EMVCo allows a static code without tag 01.
  if ((valueOf(objects, "01") ?? "11") !== "11") throw new QrisError("not_static");
  return objects.slice(0, -1);
}

function requireQrisText(payload: string): void {
  if (payload === "") throw new QrisError("empty");
  if (!payload.startsWith("0002")) throw new QrisError("not_qris");
  if (!payload.startsWith("000201")) throw new QrisError("bad_payload_format_indicator");
  if (payload.length > limits.qrisCharacters) throw new QrisError("too_long");
  // Lone surrogates have no UTF-8 bytes for the checksum. PostgreSQL cannot store NUL.
  if (/[\p{Cc}\p{Cs}]/u.test(payload)) throw new QrisError("bad_character");
}

/**
 * Splits a code into its objects. Lengths count characters, as in EMVCo's own sample with Chinese text. The checksum
 * is computed over bytes.
 */
function readObjects(text: string): DataObject[] {
  const characters = Array.from(text);
  const objects: DataObject[] = [];
  for (let start = 0; start < characters.length;) {
    const head = characters.slice(start, start + 4).join("");
    if (head.length < 4) throw new QrisError("truncated_tlv");
    if (!/^\d{4}$/.test(head) || head.endsWith("00")) throw new QrisError("bad_tlv");
    const tag = head.slice(0, 2);
    const end = start + 4 + Number(head.slice(2));
    if (end > characters.length) {
      throw new QrisError(tag === "63" ? "missing_crc" : "truncated_tlv");
    }
    objects.push({ tag, value: characters.slice(start + 4, end).join("") });
    start = end;
  }
  return objects;
}

function requireChecksum(payload: string, objects: DataObject[]): void {
  const position = objects.findIndex(({ tag }) => tag === "63");
  if (position === -1) throw new QrisError("missing_crc");
  if (position !== objects.length - 1) throw new QrisError("crc_not_last");
  const stated = requiredValue(objects, "63").toUpperCase();
  if (stated !== checksum(payload.slice(0, -4))) throw new QrisError("crc_mismatch");
}

/**
 * EMVCo's bounds on name and city. Banks print longer ones, and payment apps still read those codes. Tepat's own
 * codes keep the bounds, because an app might be stricter about codes from other sources.
 */
const charactersMax: Readonly<Record<string, number>> = { "59": 25, "60": 15 };

function withinBounds({ tag, value }: DataObject): DataObject {
  const characters = Array.from(value);
  const bound = charactersMax[tag] ?? characters.length;
  return characters.length <= bound
    ? { tag, value }
    : { tag, value: characters.slice(0, bound).join("") };
}

const mandatoryTags = ["52", "53", "58", "59", "60"];

const fieldRules: readonly (readonly [tag: string, rule: RegExp, reason: QrisRefusal])[] = [
  ["52", /^\d{4}$/, "bad_merchant_category"],
  ["53", /^360$/, "unsupported_currency"],
  ["58", /^ID$/, "unsupported_country"],
  ["61", /^.{1,10}$/su, "postal_code_too_long"],
];

function requireFields(objects: DataObject[]): void {
  const tags = new Set(objects.map(({ tag }) => tag));
  if (tags.size < objects.length) throw new QrisError("duplicate_tag");
  for (const tag of mandatoryTags) requiredValue(objects, tag);
  for (const [tag, rule, reason] of fieldRules) {
    const value = valueOf(objects, tag);
    if (value !== undefined && !rule.test(value)) throw new QrisError(reason);
  }
}

/** Returns whether a tag names a merchant's account: 26 to 51, except 40, which is QRIS Transfer and pays a person. */
function isMerchantTemplate({ tag }: DataObject): boolean {
  return tag >= "26" && tag <= "51" && tag !== "40";
}

function templateField(template: DataObject | undefined, field: string): string | null {
  return template === undefined ? null : (valueOf(readObjects(template.value), field) ?? null);
}

function valueOf(objects: DataObject[], tag: string): string | undefined {
  return objects.find((object) => object.tag === tag)?.value;
}

function requiredValue(objects: DataObject[], tag: string): string {
  const value = valueOf(objects, tag);
  if (value === undefined) throw new QrisError("missing_tag");
  return value;
}

function writeCode(objects: DataObject[]): string {
  const body = objects.map(({ tag, value }) => {
    const length = String(Array.from(value).length).padStart(2, "0");
    return `${tag}${length}${value}`;
  });
  const checked = `${body.join("")}6304`;
  return checked + checksum(checked);
}

/** CRC-16/CCITT-FALSE (polynomial 0x1021, start 0xFFFF) over the UTF-8 bytes, "6304" included. */
function checksum(text: string): string {
  let remainder = 0xffff;
  for (const byte of Buffer.from(text, "utf8")) {
    remainder ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) {
      remainder = (remainder & 0x8000) === 0 ? remainder << 1 : (remainder << 1) ^ 0x1021;
    }
    remainder &= 0xffff;
  }
  return remainder.toString(16).toUpperCase().padStart(4, "0");
}
