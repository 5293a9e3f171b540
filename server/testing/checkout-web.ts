import { createHash } from "node:crypto";
import type { CheckoutWeb, RenderedPage } from "../http/pages/checkout-web.ts";

/** Replaces the built checkout page with one that shows only its data. */
export function plainCheckoutWeb(): CheckoutWeb {
  const plain = Buffer.from("console.log('checkout')");
  return {
    renderPage: (page, language) => render({ ...page, language }),
    renderUnavailable: (kind, language) => render({ kind, language }),
    renderForm: (page) => render(page),
    files: new Map([
      [
        "/pay/assets/checkout-1a2b.js",
        {
          content_type: "text/javascript",
          plain,
          gzip: Buffer.from("gzip"),
          br: Buffer.from("br"),
        },
      ],
    ]),
  };
}

const style = "body { margin: 0 }";

function render(content: object): RenderedPage {
  const data = JSON.stringify(content).replaceAll("<", String.raw`\u003c`);
  const hash = createHash("sha256").update(style).digest("base64");
  return {
    html: `<!doctype html><style>${style}</style><script type="application/json" id="checkout">${data}</script>`,
    style_hashes: [`'sha256-${hash}'`],
  };
}

/** Returns the data of a page that `plainCheckoutWeb` rendered. */
export function contentOf(html: string): Record<string, unknown> {
  const [, data = "{}"] = /id="checkout">(.*)<\/script>/s.exec(html) ?? [];
  return JSON.parse(data) as Record<string, unknown>;
}
