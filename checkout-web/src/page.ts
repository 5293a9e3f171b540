import type { CheckoutView } from "@tepat/sdk";
import type { Language } from "../../web-shared/src/language.ts";

/** What the server knows of a payment and its merchant when it renders the page; the browser gets the same. */
export interface CheckoutPage {
  payment_id: string;
  /** Specification 2.7, as `GET /checkout/{payment_id}` answers it. */
  view: CheckoutView;
  /** RFC 3339: the server's clock when it rendered the page. */
  server_time: string;
  language: Language;
  merchant: Merchant;
  /** The dark modules of the QR code as SVG path data, one unit a module; null when there is nothing to scan. */
  qr: string | null;
  /** Modules on a side, quiet zone included. */
  qr_size: number | null;
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
  /** Every file to serve: its path on the server, its path below `dist/`, its media type. */
  files: { path: string; file: string; content_type: string }[];
}

/** A whole document, and the sources that `style-src` of its Content-Security-Policy must list. */
export interface RenderedPage {
  html: string;
  /** `'sha256-…'`, quotes included, one for each `<style>` element. */
  style_hashes: string[];
}
