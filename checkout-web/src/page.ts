import type { CheckoutView } from "@tepat/sdk";
import type { Language } from "../../web-shared/src/language.ts";

/** What the server knows of a payment and its merchant when it renders the page; the browser gets the same. */
export interface CheckoutPage {
  payment_id: string;
  /** Specification 2.7, as `GET /checkout/{payment_id}` answers it. */
  view: CheckoutView;
  /** Whether it was made with a test key: nobody must send money for it. The public answer does not tell. */
  is_test?: boolean;
  /** RFC 3339: the server's clock when it rendered the page. */
  server_time: string;
  language: Language;
  merchant: Merchant;
  /** What the merchant has booked for it, where that was not simply the total; otherwise null. */
  money: Money | null;
  /** What is missing after a part has come; null before. */
  rest: Rest | null;
  seller: Seller;
  /** The view's steps in English, each in its place; null for those that the merchant wrote. */
  english_steps: ({ title: string; content: string } | null)[];
  /** What the seller wrote below the items. */
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
  /** What the merchant keeps beyond what was owed; below 0 it is waived. Null: it has not decided yet. */
  kept: number | null;
}

export interface Rest {
  /** 0 or less once the parts have reached the total. */
  amount: number;
  /** False: nothing may be sent before the merchant has been asked. */
  is_payable: boolean;
}

/** How the customer reaches the merchant. */
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

/** Where the built files are, from `dist/manifest.json`. */
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
