/** The module that the server imports as `dist/server/render.js`. */

import { renderToString } from "preact-render-to-string";
import { BankMark } from "../../web-shared/src/bank-mark.tsx";
import { formatRupiah } from "../../web-shared/src/money.ts";
import { Checkout } from "./components/checkout.tsx";
import { Back, Contact } from "./components/contact.tsx";
import { Header } from "./components/header.tsx";
import { Unavailable } from "./components/unavailable.tsx";
import { WordsContext } from "./components/words.ts";
import { inlineJson, renderDocument } from "./document.ts";
import type { FormPage } from "./forms/form-page.ts";
import { formTexts } from "./forms/form-texts.ts";
import { LinkForm } from "./forms/link-form.tsx";
import { Refused } from "./forms/refused.tsx";
import { SaleForm } from "./forms/sale-form.tsx";
import { forThePublic } from "./invoice.ts";
import type { Assets, CheckoutPage, RenderedPage, UnavailablePage } from "./page.ts";
import { pageTitle } from "./page-title.ts";
import { texts } from "./texts.ts";
import { unavailableTexts } from "./unavailable-texts.ts";

export function renderCheckoutPage(page: CheckoutPage, assets: Assets): RenderedPage {
  const shown = withMark(forThePublic(page));
  return renderDocument(
    {
      language: shown.language,
      title: pageTitle(shown, shown.language),
      accentColor: shown.merchant.accent_color,
      seller: shown.merchant.name,
      body: renderToString(<Checkout initialPage={shown} />),
      data: inlineJson("checkout", shown),
    },
    assets,
  );
}

function withMark(page: CheckoutPage): CheckoutPage {
  const { status, bank_name } = page.view;
  const isPayable = status === "PENDING";
  return { ...page, mark: isPayable ? renderToString(<BankMark name={bank_name} />) : null };
}

export function renderUnavailablePage(page: UnavailablePage, assets: Assets): RenderedPage {
  return renderDocument(
    {
      language: page.language,
      title: unavailableTexts[page.language][page.kind].title,
      accentColor: null,
      seller: null,
      body: renderToString(<Unavailable {...page} />),
      data: page.kind === "not_found" ? "" : inlineJson("retry", null),
    },
    assets,
  );
}

/**
 * Renders the pages before a payment: of a payment link, of a manual invoice, and of their
 * refusals.
 */
export function renderFormPage(page: FormPage, assets: Assets): RenderedPage {
  const { language } = page;
  return renderDocument(
    {
      language,
      title: formTitle(page),
      accentColor: page.merchant?.accent_color ?? null,
      seller: page.merchant?.name ?? null,
      body: renderToString(
        <WordsContext.Provider value={{ language, t: texts[language], announce: () => {} }}>
          <Header merchant={page.merchant} />
          <main>
            {page.kind === "link" && <LinkForm page={page} />}
            {page.kind === "sale" && <SaleForm page={page} />}
            {page.kind === "refused" && <Refused page={page} />}
            <WayBack page={page} />
          </main>
        </WordsContext.Provider>,
      ),
      data: "",
    },
    assets,
  );
}

/** Leads to the seller. If the seller is unknown, leads back to the customer's previous page. */
function WayBack({ page }: { page: FormPage }) {
  if (!page.merchant) return <Back />;
  const { seller, name } = page.merchant;
  const t = texts[page.language];
  return (
    <Contact
      seller={seller}
      name={name}
      about={subjectOf(page)}
      question={questionOf(page)}
      shopText={t.toShop}
    />
  );
}

function formTitle(page: FormPage): string {
  const subject = subjectOf(page);
  return page.merchant ? `${subject} · ${page.merchant.name}` : subject;
}

/** Returns the first sentence of a chat with the seller. */
function questionOf(page: FormPage): string {
  if (page.kind === "sale")
    return texts[page.language].askAboutInvoice(page.payment_code, formatRupiah(page.amount));
  const t = formTexts[page.language];
  return page.kind === "link" ? t.askAbout(page.name) : t.pageSays(subjectOf(page));
}

function subjectOf(page: FormPage): string {
  const t = formTexts[page.language];
  if (page.kind === "link") return page.name;
  if (page.kind === "sale") return `${t.invoice} ${page.payment_code}`;
  return t.refusals[page.refusal].title;
}
