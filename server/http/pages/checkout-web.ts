import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Question } from "../../contract/dashboard/links.ts";
import type { CheckoutPage } from "../../domain/payments/checkout.ts";
import type { FormProblems, FormValues } from "../../domain/sales/link-form.ts";
import type { PublicMerchant } from "../../domain/sales/link-page.ts";
import type { PaymentChoice } from "../../domain/sales/payment-choices.ts";
import type { PublicRefusalKind } from "../../domain/sales/public-refusal.ts";
import type { Language } from "../transport/accept.ts";
import { readManifest, readStaticFile, type StaticFile } from "./static-file.ts";

/**
 * The built checkout page (`checkout-web/dist/`): its render functions and its static files. The build is read once.
 */
export interface CheckoutWeb {
  renderPage(page: CheckoutPage, language: Language): RenderedPage;
  renderUnavailable(kind: UnavailableKind, language: Language): RenderedPage;
  /** Renders the pages before a payment. */
  renderForm(page: FormPageContent): RenderedPage;
  readonly files: ReadonlyMap<string, StaticFile>;
}

export type UnavailableKind = "not_found" | "error" | "rate_limited";

export type RefusalKind = PublicRefusalKind | UnavailableKind;

interface Shown {
  language: Language;
  /** The address to which the form is sent. The page itself has the same address. */
  action: string;
}

/** The content of the pages before a payment, as `checkout-web/src/forms/form-page.ts` defines it. */
export type FormPageContent =
  | (Shown & {
      kind: "link";
      merchant: PublicMerchant;
      form_key: string;
      name: string;
      description: string | null;
      picture: { path: string; width: number; height: number } | null;
      amounts: number[];
      amount_min: number | null;
      amount_max: number | null;
      quantity_max: number;
      pieces_left: number | null;
      questions: { name: Question; phone: Question; note: Question };
      choices: PaymentChoice[];
      values: FormValues;
      problems: FormProblems;
    })
  | (Shown & {
      kind: "sale";
      merchant: PublicMerchant;
      payment_code: string;
      amount: number;
      customer_name: string;
      orders: { name: string; quantity: number; subtotal: number }[];
      note: string | null;
      deadline_at: string | null;
      now: string;
      choices: PaymentChoice[];
      chosen: string | null;
      problems: FormProblems;
    })
  | (Shown & {
      kind: "refused";
      merchant: PublicMerchant | null;
      name: string | null;
      refusal: RefusalKind;
      at: string | null;
      now: string;
    });

export interface RenderedPage {
  html: string;
  /** The hashes that `style-src` of the page's policy must list. */
  style_hashes: readonly string[];
}

/** The manifest, as `checkout-web/src/page.ts` defines it. */
interface Manifest {
  script: string;
  style: string;
  forms: Assets;
  files: readonly { path: string; file: string; content_type: string }[];
}

interface Assets {
  script: string;
  style: string;
}

interface Renderer {
  renderCheckoutPage(
    page: Omit<CheckoutPage, "qr"> & {
      language: Language;
      qr: string | null;
      qr_size: number | null;
    },
    assets: Assets,
  ): RenderedPage;
  renderUnavailablePage(
    page: { kind: UnavailableKind; language: Language },
    assets: Assets,
  ): RenderedPage;
  renderFormPage(page: FormPageContent, assets: Assets): RenderedPage;
}

/** Returns null if the page has not been built. */
export async function loadCheckoutWeb(directory: string): Promise<CheckoutWeb | null> {
  const manifest = await readManifest<Manifest>(directory);
  if (!manifest) return null;
  const [renderer, files] = await Promise.all([
    import(pathToFileURL(path.join(directory, "server/render.js")).href) as Promise<Renderer>,
    Promise.all(
      manifest.files.map(
        async ({ path: at, file, content_type }) =>
          [at, await readStaticFile(path.join(directory, file), content_type)] as const,
      ),
    ),
  ]);
  const { script, style, forms } = manifest;
  return {
    renderPage: ({ qr, ...page }, language) =>
      renderer.renderCheckoutPage(
        { ...page, language, qr: qr?.path ?? null, qr_size: qr?.size ?? null },
        { script, style },
      ),
    renderUnavailable: (kind, language) =>
      renderer.renderUnavailablePage({ kind, language }, { script, style }),
    renderForm: (page) => renderer.renderFormPage(page, forms),
    files: new Map(files),
  };
}
