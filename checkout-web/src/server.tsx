/** What the server imports, as `dist/server/render.js`. */

import { renderToString } from "preact-render-to-string";
import { Checkout } from "./components/checkout.tsx";
import { Unavailable } from "./components/unavailable.tsx";
import { inlineJson, renderDocument } from "./document.ts";
import { forThePublic } from "./invoice.ts";
import type { Assets, CheckoutPage, RenderedPage, UnavailablePage } from "./page.ts";
import { pageTitle } from "./page-title.ts";
import { texts } from "./texts.ts";

export function renderCheckoutPage(page: CheckoutPage, assets: Assets): RenderedPage {
  const shown = forThePublic(page);
  return renderDocument(
    {
      language: shown.language,
      title: pageTitle(shown, shown.language),
      accentColor: shown.merchant.accent_color,
      body: renderToString(<Checkout initialPage={shown} />),
      data: inlineJson("checkout", shown),
    },
    assets,
  );
}

export function renderUnavailablePage(page: UnavailablePage, assets: Assets): RenderedPage {
  const t = texts[page.language];
  const title = { not_found: t.notFound, error: t.error, rate_limited: t.tooMany }[page.kind];
  return renderDocument(
    {
      language: page.language,
      title,
      accentColor: null,
      body: renderToString(<Unavailable {...page} />),
      data: page.kind === "not_found" ? "" : inlineJson("retry", null),
    },
    assets,
  );
}
