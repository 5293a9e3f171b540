import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Logger } from "pino";
import { GatewayError } from "../../contract/errors.ts";
import { uuid } from "../../contract/fields.ts";
import { readCheckoutPage } from "../../domain/payments/checkout.ts";
import { clientNetwork } from "../../domain/base/client-network.ts";
import { acceptsEncoding, cookie, preferredLanguage, type Language } from "../transport/accept.ts";
import type { CheckoutWeb, RenderedPage, UnavailableKind } from "./checkout-web.ts";
import type { HttpRequest, HttpResponse } from "../transport/message.ts";
import { pageNotBuilt, type FindPage, type Page } from "./page.ts";
import { staticPage } from "./static-file.ts";
import type { Services } from "../../procedures/services.ts";

export interface CheckoutPageOptions {
  services: Services;
  /** null if the page has not been built. */
  web: CheckoutWeb | null;
  log: Pick<Logger, "error">;
}

/**
 * `/pay/{payment_id}` for the customer, and the files below `/pay/assets/`. A person always gets a page, whatever
 * fails.
 */
export function createCheckoutPages({ services, web, log }: CheckoutPageOptions): FindPage {
  if (!web) return (path) => (isPagePath(path) ? notBuilt : undefined);

  const headers = pageHeaders(services.gateway.settings.publicUrl);
  const page: Page = {
    name: "checkoutPage",
    async respond(request) {
      const language = languageOf(request);
      try {
        const client = clientNetwork(request.remoteAddress);
        const rate = await services.rateLimits.take("checkout", client);
        const found = await readCheckoutPage(services.gateway, paymentIdIn(request.path));
        return await html(request, 200, web.renderPage(found, language), { ...headers, ...rate });
      } catch (cause) {
        const { status, kind, ...unavailable } = unavailability(cause);
        if (kind === "error") log.error({ err: cause }, "the checkout page could not be shown");
        const rendered = web.renderUnavailable(kind, language);
        return html(request, status, rendered, { ...headers, ...unavailable.headers });
      }
    },
  };
  const files = new Map(
    [...web.files].map(([path, file]) => [path, staticPage("checkoutAsset", file)] as const),
  );
  return (path) => files.get(path) ?? (isPagePath(path) ? page : undefined);
}

/** A path of a missing file is unknown; every other path below `/pay` is probably a mistyped link, and gets a page. */
const isPagePath = (path: string): boolean => /^\/pay(\/(?!assets\/)|$)/.test(path);

/** An id that is not well-formed is answered like an unknown one. */
function paymentIdIn(path: string): string {
  const parsed = uuid().safeParse(path.slice("/pay/".length));
  if (!parsed.success) throw new GatewayError("not_found");
  return parsed.data.toLowerCase();
}

function languageOf(request: HttpRequest): Language {
  return preferredLanguage(
    [
      new URLSearchParams(request.query).get("lang") ?? undefined,
      cookie(request.header("cookie"), "tepat_lang"),
    ],
    request.header("accept-language"),
  );
}

const retrySeconds = 5;

/** Unexpected errors usually pass, for example while a database restarts. */
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

/**
 * The page contains a customer's name and where money goes. So nobody may cache it or put it into a frame, and it tells
 * no other site where the customer came from.
 */
function pageHeaders(publicUrl: string): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
    ...(publicUrl.startsWith("https:") && { "strict-transport-security": "max-age=31536000" }),
  };
}

function contentSecurityPolicy({ style_hashes }: RenderedPage): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${style_hashes.join(" ")}`,
    "img-src 'self' data: https:",
    "connect-src 'self'",
    "font-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** Smaller bodies fit one packet anyway, so compressing them saves nothing. */
const worthCompressingBytes = 1_400;

async function html(
  request: HttpRequest,
  status: number,
  rendered: RenderedPage,
  headers: Readonly<Record<string, string>>,
): Promise<HttpResponse> {
  const plain = Buffer.from(rendered.html);
  const isCompressed =
    plain.length > worthCompressingBytes &&
    acceptsEncoding(request.header("accept-encoding"), "gzip");
  return {
    status,
    headers: {
      ...headers,
      "content-security-policy": contentSecurityPolicy(rendered),
      ...(isCompressed && { "content-encoding": "gzip" }),
    },
    body: isCompressed ? await promisify(gzip)(plain) : plain,
  };
}

const notBuilt = pageNotBuilt("checkoutPage", "This page", "checkout-web");
