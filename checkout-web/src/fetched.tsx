/**
 * The script of `index.html`. That document has no inlined data, so the script fetches the payment and renders it
 * in the browser.
 */

import type { CheckoutView } from "@tepat/sdk";
import { render } from "preact";
import qrCode from "qrcode";
import { accentStyle } from "./accent.ts";
import { Checkout } from "./components/checkout.tsx";
import { Unavailable } from "./components/unavailable.tsx";
import { forThePublic } from "./invoice.ts";
import { limits } from "./limits.ts";
import type { CheckoutPage, UnavailableKind } from "./page.ts";
import type { Language } from "../../web-shared/src/language.ts";
import { reloadWhenAvailable } from "./reload-when-available.ts";
// oxlint-disable-next-line import/no-unassigned-import -- Vite puts the style sheet into the document
import "./style.css";

const paymentId = location.pathname.split("/").at(-1) ?? "";
const address = `/checkout/${encodeURIComponent(paymentId)}`;
const language = preferredLanguage();
const app = document.querySelector("#app") as HTMLElement;
document.documentElement.lang = language;
document.head.append(
  Object.assign(document.createElement("style"), { textContent: accentStyle(null) }),
);

const kinds: Readonly<Record<number, UnavailableKind>> = { 404: "not_found", 429: "rate_limited" };

try {
  const response = await fetch(address, {
    cache: "no-store",
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(limits.requestMilliseconds),
  });
  if (response.ok) render(<Checkout initialPage={await pageOf(response)} />, app);
  else showUnavailable(kinds[response.status] ?? "error");
} catch {
  showUnavailable("error");
}

/**
 * Returns the page for a public response. The response describes only the payment, so the account's holder stands for
 * the merchant, and there is no logo or colour.
 */
async function pageOf(response: Response): Promise<CheckoutPage> {
  const { data: view } = (await response.json()) as { data: CheckoutView };
  return forThePublic({
    payment_id: paymentId,
    view,
    server_time: serverTimeAtNavigation(response),
    language,
    merchant: {
      name: view.qris_name ?? (view.account_name || "Tepat"),
      logo_url: null,
      accent_color: null,
    },
    money: null,
    rest: null,
    // The public response has none of these values.
    change_path: null,
    note: null,
    english_steps: [],
    seller: { address: null, phone: null, email: null, shop_url: null },
    paid_at: null,
    ...drawn(view.qris_payload ?? null),
  });
}

/**
 * Returns the server's time when the document arrived, which was before this response. The page
 * counts from that moment.
 */
function serverTimeAtNavigation(response: Response): string {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const since = performance.now() - (navigation?.responseStart ?? 0);
  const answered = Date.parse(response.headers.get("date") ?? "") || Date.now();
  return new Date(answered - since).toISOString();
}

/** Draws a QR code as the server does: level M, with a border of four light modules. */
function drawn(payload: string | null): Pick<CheckoutPage, "qr" | "qr_size"> {
  if (payload === null) return { qr: null, qr_size: null };
  const quiet = 4;
  const { modules } = qrCode.create(payload, { errorCorrectionLevel: "M" });
  const dark = [...modules.data.entries()].filter(([, isDark]) => isDark);
  const squares = dark.map(([index]) => {
    const [x, y] = [index % modules.size, Math.floor(index / modules.size)];
    return `M${x + quiet} ${y + quiet}h1v1h-1z`;
  });
  return { qr: squares.join(""), qr_size: modules.size + 2 * quiet };
}

function showUnavailable(kind: UnavailableKind): void {
  render(<Unavailable kind={kind} language={language} />, app);
  if (kind !== "not_found") reloadWhenAvailable(address);
}

/** Returns the language of the address, otherwise the remembered one, otherwise the browser's. */
function preferredLanguage(): Language {
  const remembered = /(?:^|; )tepat_lang=(id|en)/u.exec(document.cookie)?.[1];
  const chosen =
    new URLSearchParams(location.search).get("lang") ?? remembered ?? navigator.language;
  return chosen.startsWith("en") ? "en" : "id";
}
