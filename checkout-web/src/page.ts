import type { CheckoutView } from "@tepat/sdk";
import type { Language } from "../../web-shared/src/language.ts";

/** The data of a payment and its merchant from which the server renders the page. The browser gets the same. */
export interface CheckoutPage {
  payment_id: string;
  /** Specification 2.7, as `GET /checkout/{payment_id}` answers it. */
  view: CheckoutView;
  /** Whether a test key created the payment. A customer must then send no money. The public API does not show this. */
  is_test?: boolean;
  /** RFC 3339: the server's clock when it rendered the page. */
  server_time: string;
  language: Language;
  merchant: Merchant;
  /** The money booked for the payment; null if it was exactly the total. */
  money: Money | null;
  /** The sum that is missing after a part arrived; null before. */
  rest: Rest | null;
  seller: Seller;
  /** The view's steps in English, each in its place; null for those that the merchant wrote. */
  english_steps: ({ title: string; content: string } | null)[];
  /** The page on which the customer can choose another way to pay; null if that is not possible. */
  change_path: string | null;
  /** The seller's note below the items. */
  note: string | null;
  /** RFC 3339; null before it is paid, and on a page that was open when it was. */
  paid_at: string | null;
  /** The mark of the bank or of QRIS, drawn by the renderer (server.tsx) while the payment can be paid. */
  mark?: string | null;
  /** The dark modules of the QR code as SVG path data, one unit a module; null when there is nothing to scan. */
  qr: string | null;
  /** Modules on a side, quiet zone included. */
  qr_size: number | null;
}

export interface Money {
  received: number;
  refunded: number;
  /**
   * The surplus that the merchant keeps, in rupiah; if negative, the sum that it waives. Null: the merchant has not
   * decided yet.
   */
  kept: number | null;
}

export interface Rest {
  /** 0 or less once the parts have reached the total. */
  amount: number;
  /** False: the customer must ask the merchant first, because of the merchant's settings or of another invoice. */
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
  /** `#rrggbb`. */
  accent_color: string | null;
}

/** A page for an answer that has no payment in it. */
export interface UnavailablePage {
  kind: UnavailableKind;
  language: Language;
}

/** `not_found`: 404; `rate_limited`: 429; `error`: everything that passes by itself, such as a database restart. */
export type UnavailableKind = "not_found" | "error" | "rate_limited";

/** The paths of the built files, from `dist/manifest.json`. */
export interface Assets {
  /** Path of the script, `/pay/assets/checkout-<hash>.js`. */
  script: string;
  /** The style sheet itself; it goes into the page. */
  style: string;
}

/** `dist/manifest.json`. */
export interface Manifest extends Assets {
  /** The same for the pages before a payment (src/forms/). */
  forms: Assets;
  /** Every file to serve: its path on the server, its path below `dist/`, its media type. */
  files: { path: string; file: string; content_type: string }[];
}

/** A whole document, and the sources that `style-src` of its Content-Security-Policy must list. */
export interface RenderedPage {
  html: string;
  /** `'sha256-…'`, quotes included, one for each `<style>` element. */
  style_hashes: string[];
}
