import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { acceptsEncoding, cookie, preferredLanguage, type Language } from "../transport/accept.ts";
import type { HttpRequest, HttpResponse } from "../transport/message.ts";
import type { RenderedPage } from "./checkout-web.ts";

/** The language, headers and policy that pages for customers share. */

export function languageOf(request: HttpRequest): Language {
  return preferredLanguage(
    [
      new URLSearchParams(request.query).get("lang") ?? undefined,
      cookie(request.header("cookie"), "tepat_lang"),
    ],
    request.header("accept-language"),
  );
}

/**
 * The page contains a customer's name and the receiving account. The headers therefore forbid caches, frames and
 * referrers.
 */
export function pageHeaders(publicUrl: string): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
    ...(publicUrl.startsWith("https:") && { "strict-transport-security": "max-age=31536000" }),
  };
}

/** The sources from which a page can load, and the targets of its forms. */
export interface PagePolicy {
  images: string;
  connections: string;
  forms: string;
}

function contentSecurityPolicy({ style_hashes }: RenderedPage, policy: PagePolicy): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${style_hashes.join(" ")}`,
    `img-src ${policy.images}`,
    `connect-src ${policy.connections}`,
    "font-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    `form-action ${policy.forms}`,
  ].join("; ");
}

/** Compressing smaller bodies saves nothing, because they fit into one packet. */
const worthCompressingBytes = 1_400;

export async function htmlAnswer(
  request: HttpRequest,
  { status, rendered, policy }: { status: number; rendered: RenderedPage; policy: PagePolicy },
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
      "content-security-policy": contentSecurityPolicy(rendered, policy),
      ...(isCompressed && { "content-encoding": "gzip" }),
    },
    body: isCompressed ? await promisify(gzip)(plain) : plain,
  };
}
