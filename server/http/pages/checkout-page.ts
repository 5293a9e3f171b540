import type { Logger } from "pino";
import { GatewayError } from "../../contract/errors.ts";
import { uuid } from "../../contract/fields.ts";
import { readCheckoutPage } from "../../domain/payments/checkout.ts";
import { clientNetwork } from "../../domain/base/client-network.ts";
import type { CheckoutWeb, UnavailableKind } from "./checkout-web.ts";
import { htmlAnswer, languageOf, pageHeaders, type PagePolicy } from "./html-page.ts";
import { pageNotBuilt, type FindPage, type Page } from "./page.ts";
import { staticPage } from "./static-file.ts";
import type { Services } from "../../procedures/services.ts";

export interface CheckoutPageOptions {
  services: Services;
  /** null if the pages have not been built. */
  web: CheckoutWeb | null;
  log: Pick<Logger, "error">;
}

const policy: PagePolicy = {
  images: "'self' data: https:",
  connections: "'self'",
  forms: "'none'",
};

/**
 * Serves `/pay/{payment_id}` to customers, and the files below `/pay/assets/`. A customer always gets a page, even
 * after a failure.
 */
export function createCheckoutPages({ services, web, log }: CheckoutPageOptions): FindPage {
  if (!web) return (path) => (isPagePath(path) ? notBuilt : undefined);

  const page: Page = {
    name: "checkoutPage",
    async respond(request) {
      const language = languageOf(request);
      const headers = pageHeaders(services.gateway.settings.publicUrl);
      try {
        const client = clientNetwork(request.remoteAddress);
        const rate = await services.rateLimits.take("checkout", client);
        const found = await readCheckoutPage(services.gateway, paymentIdIn(request.path));
        const rendered = web.renderPage(found, language);
        return await htmlAnswer(
          request,
          { status: 200, rendered, policy },
          { ...headers, ...rate },
        );
      } catch (cause) {
        const { status, kind, ...unavailable } = unavailability(cause);
        if (kind === "error") log.error({ err: cause }, "the checkout page could not be shown");
        const rendered = web.renderUnavailable(kind, language);
        return htmlAnswer(
          request,
          { status, rendered, policy },
          { ...headers, ...unavailable.headers },
        );
      }
    },
  };
  const files = new Map(
    [...web.files].map(([path, file]) => [path, staticPage("checkoutAsset", file)] as const),
  );
  return (path) => files.get(path) ?? (isPagePath(path) ? page : undefined);
}

/**
 * The path of a missing file is unknown. Every other path below `/pay` is probably a mistyped link, and gets a page.
 */
const isPagePath = (path: string): boolean => /^\/pay(\/(?!assets\/)|$)/.test(path);

/** Returns the payment's id. A malformed id gets the same response as an unknown id. */
function paymentIdIn(path: string): string {
  const parsed = uuid().safeParse(path.slice("/pay/".length));
  if (!parsed.success) throw new GatewayError("not_found");
  return parsed.data.toLowerCase();
}

const retrySeconds = 5;

/** Returns the page for a failure. Unexpected errors are usually temporary, for example while a database restarts. */
function unavailability(cause: unknown): {
  status: number;
  kind: UnavailableKind;
  headers: Readonly<Record<string, string>>;
} {
  if (cause instanceof GatewayError) {
    const { status, code, headers = {} } = cause;
    if (code === "not_found" || code === "rate_limited") return { status, kind: code, headers };
  }
  return { status: 503, kind: "error", headers: { "retry-after": String(retrySeconds) } };
}

const notBuilt = pageNotBuilt("checkoutPage", "This page", "checkout-web");
