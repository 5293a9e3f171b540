import { createHash } from "node:crypto";
import { isCallable, uuid } from "../../contract/fields.ts";
import { limits } from "../../contract/limits.ts";
import type { PaymentChoice } from "./payment-choices.ts";
import type { LinkRow } from "./links.sql.ts";

/** Reads the customer's input in the form of a link. Every field has its own problem. */

export const formFields = ["amount", "quantity", "name", "phone", "note", "channel_id"] as const;
export type FormField = (typeof formFields)[number];

export type FormValues = Readonly<Partial<Record<FormField, string>>>;

/** The problem of a field. The pages have a sentence for each code. */
export type FormProblem =
  | {
      code:
        | "required"
        | "not_an_amount"
        | "not_a_choice"
        | "not_a_phone"
        | "not_a_number"
        | "broken";
    }
  | { code: "too_small" | "too_large"; amount: number }
  | { code: "too_many"; count: number }
  | { code: "too_long"; count: number };

export type FormProblems = Readonly<Partial<Record<FormField, FormProblem>>>;

export interface LinkOrder {
  amount: number;
  quantity: number;
  name: string | null;
  phone: string | null;
  note: string | null;
  channel_id: string;
}

/** A refused form, which is shown again with the entered values. */
export class FormRefused extends Error {
  override readonly name = "FormRefused";
  readonly problems: FormProblems;

  constructor(problems: FormProblems) {
    super("a form was refused");
    this.problems = problems;
  }
}

export function readLinkForm(
  link: LinkRow,
  values: FormValues,
  { choices, pieces_left }: { choices: readonly PaymentChoice[]; pieces_left: number | null },
): LinkOrder {
  const problems: Partial<Record<FormField, FormProblem>> = {};
  const read = <Value>(field: FormField, reader: () => Value | FormProblem): Value => {
    const value = reader();
    if (isProblem(value)) problems[field] = value;
    return value as Value;
  };
  const amount = read("amount", () => readAmount(link, values.amount ?? ""));
  const quantity = read("quantity", () => readQuantity(link, values.quantity ?? "", pieces_left));
  const order = {
    amount,
    quantity,
    name: read("name", () => readLine(link.asks_name, values.name, limits.textCharacters)),
    phone: read("phone", () => readPhone(link.asks_phone, values.phone)),
    note: read("note", () => readText(link.asks_note, values.note, limits.linkNoteCharacters)),
    channel_id: read("channel_id", () =>
      readChannel(choices, values.channel_id ?? "", amount * quantity),
    ),
  };
  if (Object.keys(problems).length > 0) throw new FormRefused(problems);
  return order;
}

const isProblem = (value: unknown): value is FormProblem =>
  typeof value === "object" && value !== null && "code" in value;

function readAmount(link: LinkRow, text: string): number | FormProblem {
  const [first, ...others] = link.amounts;
  if (first !== undefined && others.length === 0) return first;
  if (text.trim() === "") return { code: "required" };
  const amount = rupiahIn(text);
  if (first !== undefined) {
    return link.amounts.includes(amount) ? amount : { code: "not_a_choice" };
  }
  if (!Number.isSafeInteger(amount)) return { code: "not_an_amount" };
  const min = link.amount_min ?? 1;
  const max = link.amount_max ?? Math.floor(limits.paymentAmountMax / link.quantity_max);
  if (amount < min) return { code: "too_small", amount: min };
  if (amount > max) return { code: "too_large", amount: max };
  return amount;
}

/** Reads whole rupiah as people type them: `50000`, `50.000`, `Rp 50.000`, `50,000`. Returns NaN for any other text. */
export function rupiahIn(text: string): number {
  const bare = text.trim().replace(/^rp\.?\s*/iu, "");
  const isGrouped = /^\d{1,3}(\.\d{3})+$/u.test(bare) || /^\d{1,3}(,\d{3})+$/u.test(bare);
  if (!isGrouped && !/^\d{1,16}$/u.test(bare)) return Number.NaN;
  return Number(bare.replaceAll(/[.,]/gu, ""));
}

function readQuantity(
  { quantity_max }: LinkRow,
  text: string,
  pieces_left: number | null,
): number | FormProblem {
  if (quantity_max === 1) return 1;
  if (text.trim() === "") return { code: "required" };
  if (!/^\d{1,9}$/u.test(text.trim()) || Number(text) < 1) return { code: "not_a_number" };
  const most = Math.min(quantity_max, pieces_left ?? Infinity);
  return Number(text) > most ? { code: "too_many", count: most } : Number(text);
}

/** Control characters that a person cannot type. Line breaks and tabs are allowed in a note. */
// oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
const unwanted = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u;

function readText(
  asked: LinkRow["asks_name"],
  given = "",
  characters: number,
): string | null | FormProblem {
  if (asked === "no") return null;
  const text = given.replaceAll("\r\n", "\n").trim();
  if (text === "") return asked === "required" ? { code: "required" } : null;
  if (!text.isWellFormed() || unwanted.test(text)) return { code: "broken" };
  return Array.from(text).length > characters ? { code: "too_long", count: characters } : text;
}

/** Reads one line. Refuses a text with several lines, as in the name of a manual invoice. */
function readLine(...asked: Parameters<typeof readText>): string | null | FormProblem {
  const text = readText(...asked);
  return typeof text === "string" && /[\n\t]/u.test(text) ? { code: "broken" } : text;
}

function readPhone(asked: LinkRow["asks_phone"], given?: string): string | null | FormProblem {
  const phone = readLine(asked, given, limits.customerPhoneCharacters);
  return typeof phone !== "string" || isCallable(phone) ? phone : { code: "not_a_phone" };
}

export function readChannel(
  choices: readonly PaymentChoice[],
  channel_id: string,
  amount: number,
): string | FormProblem {
  if (channel_id === "") return { code: "required" };
  const choice = choices.find((each) => each.channel_id === channel_id);
  if (!choice) return { code: "not_a_choice" };
  // The amount then has its own problem.
  if (!Number.isSafeInteger(amount)) return channel_id;
  if (amount < choice.amount_min) return { code: "too_small", amount: choice.amount_min };
  if (choice.amount_max !== null && amount > choice.amount_max)
    return { code: "too_large", amount: choice.amount_max };
  return channel_id;
}

/**
 * Derives the key of a sale from the form's key and all entered values. A double click thus creates one sale, and a
 * customer who goes back and changes the order creates another.
 */
export function saleKey(form_key: string, link_id: string, order: LinkOrder): string | null {
  if (!uuid().safeParse(form_key).success) return null;
  const { amount, quantity, name, phone, note, channel_id } = order;
  const hash = createHash("sha256")
    .update(
      JSON.stringify([
        link_id,
        form_key.toLowerCase(),
        amount,
        quantity,
        name,
        phone,
        note,
        channel_id,
      ]),
    )
    .digest("hex");
  // UUID version 8 (RFC 9562): all other bits are free.
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
