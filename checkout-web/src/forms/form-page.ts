import type { Language } from "../../../web-shared/src/language.ts";
import type { Merchant, Seller } from "../page.ts";

/**
 * The pages on which a customer chooses how to pay, before there is a payment: for a payment link, and for a manual
 * invoice.
 */

export type FormMerchant = Merchant & { seller: Seller };

interface Shown {
  language: Language;
  /** The path to which the form is sent. The page has the same path. */
  action: string;
  merchant: FormMerchant;
}

/** A bank or QRIS that can be used now. */
export interface PaymentChoice {
  channel_id: string;
  channel_name: string;
  channel_type: "TRANSFER" | "QRIS";
  amount_min: number;
  amount_max: number | null;
}

type Question = "no" | "optional" | "required";

type Field = "amount" | "quantity" | "name" | "phone" | "note" | "channel_id";

/** The problem of a field. */
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
  | { code: "too_many" | "too_long"; count: number };

export type FormProblems = Readonly<Partial<Record<Field, FormProblem>>>;
export type FormValues = Readonly<Partial<Record<Field, string>>>;

export interface LinkFormPage extends Shown {
  kind: "link";
  form_key: string;
  name: string;
  description: string | null;
  /** The picture, served by the gateway itself. */
  picture: { path: string; width: number; height: number } | null;
  /**
   * The amounts in rupiah. One amount is fixed, several are a choice, and with none the customer
   * decides.
   */
  amounts: number[];
  amount_min: number | null;
  amount_max: number | null;
  quantity_max: number;
  /** null if the number is not limited. */
  pieces_left: number | null;
  questions: { name: Question; phone: Question; note: Question };
  choices: PaymentChoice[];
  values: FormValues;
  problems: FormProblems;
}

export interface SaleFormPage extends Shown {
  kind: "sale";
  payment_code: string;
  amount: number;
  customer_name: string;
  orders: { name: string; quantity: number; subtotal: number }[];
  note: string | null;
  /** The deadline in RFC 3339. */
  deadline_at: string | null;
  now: string;
  choices: PaymentChoice[];
  /** The channel chosen before, or null at the first choice. */
  chosen: string | null;
  problems: FormProblems;
}

/** The reason why there is no form, or why the form created no payment. */
export type RefusalKind =
  | "link_closed"
  | "link_ended"
  | "sold_out"
  | "no_account"
  | "totals_used_up"
  | "too_many_unpaid"
  | "too_much_held"
  | "link_busy"
  | "stale_form"
  | "sale_cancelled"
  | "sale_ended"
  | "not_found"
  | "rate_limited"
  | "error";

export interface RefusedPage {
  kind: "refused";
  language: Language;
  action: string;
  merchant: FormMerchant | null;
  /** The name of the link, or the code of the invoice. null if there is neither. */
  name: string | null;
  refusal: RefusalKind;
  /** The time for another try, in RFC 3339. */
  at: string | null;
  now: string;
}

export type FormPage = LinkFormPage | SaleFormPage | RefusedPage;
