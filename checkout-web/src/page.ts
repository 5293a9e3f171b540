import type { CheckoutView } from "@tepat/sdk";
import type { Language } from "../../web-shared/src/language.ts";

/**
 * The data of a payment and its merchant. The server renders the page from this data, and the browser receives
 * the same data.
 */
export interface CheckoutPage {
  payment_id: string;
  /** The view of specification 2.7, as `GET /checkout/{payment_id}` returns it. */
  view: CheckoutView;
  /** Whether a test key created the payment. A customer must then send no money. The public API does not show this. */
  is_test?: boolean;
  /** The server's time when it rendered the page, in RFC 3339. */
  server_time: string;
  language: Language;
  merchant: Merchant;
  /** The money booked for the payment, or null if it was exactly the total. */
  money: Money | null;
  /** The sum that is missing after a partial payment, or null before one. */
  rest: Rest | null;
  seller: Seller;
  /** The view's steps in English, in the same order. null for steps that the merchant wrote. */
  english_steps: ({ title: string; content: string } | null)[];
  /**
   * The page on which the customer can choose another way to pay, or null if that is not possible.
   */
  change_path: string | null;
  /** The seller's note below the items. */
  note: string | null;
  /**
   * The time of the payment in RFC 3339. null before the payment, and until a page that was open during the payment
   * has read it.
   */
  paid_at: string | null;
  /** The mark of the bank or of QRIS, drawn by the renderer (server.tsx) while the customer can pay. */
  mark?: string | null;
  /** The dark modules of the QR code as SVG path data, one unit for each module. null if there is no code. */
  qr: string | null;
  /** The number of modules on a side, including the quiet zone. */
  qr_size: number | null;
}

export interface Money {
  received: number;
  refunded: number;
  /**
   * The surplus that the merchant keeps, in rupiah. If negative, the sum that the merchant waives. null until the
   * merchant has decided.
   */
  kept: number | null;
  /** The refunds that the merchant has promised but not sent. */
  refunds_owed: number;
}

/** Returns whether the merchant has refunded all money that came. */
export const isRefunded = ({ money }: CheckoutPage): boolean =>
  money !== null && money.refunded > 0 && money.refunded === money.received;

export interface Rest {
  /** The missing sum in rupiah. 0 or less once the parts have reached the total. */
  amount: number;
  /**
   * Whether the customer can pay the rest now. If not, the customer must ask the merchant first, because of the
   * merchant's settings or another invoice.
   */
  is_payable: boolean;
}

/** The merchant's contact details. */
export interface Seller {
  address: string | null;
  phone: string | null;
  email: string | null;
  shop_url: string | null;
}

export interface Merchant {
  name: string;
  logo_url: string | null;
  /** The merchant's colour as `#rrggbb`. */
  accent_color: string | null;
}

/** A page for a response without a payment. */
export interface UnavailablePage {
  kind: UnavailableKind;
  language: Language;
}

/**
 * `not_found` has status 404, and `rate_limited` 429. `error` is any temporary failure, such as a database restart.
 */
export type UnavailableKind = "not_found" | "error" | "rate_limited";

/** The built files that a page uses, as in `dist/manifest.json`. */
export interface Assets {
  /** The path of the script, `/pay/assets/checkout-<hash>.js`. */
  script: string;
  /** The text of the style sheet. The page embeds it. */
  style: string;
}

/** The contents of `dist/manifest.json`. */
export interface Manifest extends Assets {
  /** The files for the pages before a payment (src/forms/). */
  forms: Assets;
  /** Every file to serve: the path on the server, the path below `dist/`, and the media type. */
  files: { path: string; file: string; content_type: string }[];
}

/** A whole document, and the sources that its Content-Security-Policy must list in `style-src`. */
export interface RenderedPage {
  html: string;
  /** One `'sha256-…'` for each `<style>` element, quotes included. */
  style_hashes: string[];
}
