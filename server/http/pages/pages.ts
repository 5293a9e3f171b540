import { createHash, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import {
  answerChallenge,
  identityPath,
  type Identity,
} from "../../domain/gateway-settings/public-address.ts";
import { whyNoEntry, whyNotReady } from "../../domain/upkeep/database-health.ts";
import type { Gateway } from "../../domain/gateway/gateway.ts";
import { createDocsPages } from "./docs-page.ts";
import { jsonHeaders, type HttpRequest, type HttpResponse } from "../transport/message.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { firstOf, type FindPage, type Page } from "./page.ts";
import { compressed, filePage } from "./static-file.ts";

const metricsHeaders = { ...jsonHeaders, "content-type": "text/plain; version=0.0.4" };

/** Pages for load balancers, Prometheus and readers of the contract. */
export function createServicePages(
  gateway: Gateway,
  metrics: Pick<Metrics, "render">,
  {
    metricsToken,
    directUrl,
    trustsProxies,
    isStopping,
  }: {
    metricsToken: string | null;
    /** The database's address that bypasses a pooler. */
    directUrl: string;
    /** Whether TRUST_PROXY names proxies. */
    trustsProxies: boolean;
    isStopping: () => boolean;
  },
): FindPage {
  const tryEntry = rememberedFor(limits.metricsAgeMilliseconds, () => whyNoEntry(directUrl));
  const render = rememberedFor(limits.metricsAgeMilliseconds, () => metrics.render());
  const findObstacle = async () => (await whyNotReady(gateway.sql)) ?? tryEntry();
  let contract: { of: string; page: Promise<Page> } | undefined;
  const pages = new Map<string, Page>([
    ["/healthz", page(async () => json(200, { success: true, message: "ok", data: null }))],
    ["/readyz", page(async () => readiness(isStopping() ? stopping : await findObstacle()))],
    [
      "/metrics",
      page(async (request) => {
        if (metricsToken !== null) requireBearer(request, metricsToken);
        return { status: 200, headers: metricsHeaders, body: await render() };
      }),
    ],
    [
      identityPath,
      {
        name: "page",
        methods: ["POST"],
        async respond({ query, header }) {
          const challenge = new URLSearchParams(query).get("challenge") ?? "";
          const isOfProxy = header("x-forwarded-for") !== undefined;
          const data: Identity = {
            answer: answerChallenge(gateway, challenge),
            has_untrusted_proxy: isOfProxy && !trustsProxies,
          };
          return json(200, { success: true, message: "ok", data });
        },
      },
    ],
    [
      "/openapi.json",
      page(async (request) => {
        const { publicUrl } = gateway.settings;
        if (contract?.of !== publicUrl) contract = { of: publicUrl, page: contractPage(publicUrl) };
        return (await contract.page).respond(request);
      }),
    ],
  ]);
  return firstOf((path) => pages.get(path), createDocsPages());
}

const page = (respond: (request: HttpRequest) => Promise<HttpResponse>): Page => ({
  name: "page",
  respond,
});

/** Caches a value for a while, so that concurrent requests and those soon after share one reading. */
function rememberedFor<Value>(
  milliseconds: number,
  read: () => Promise<Value>,
): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => {
    if (value) return value;
    const forget = () => void (value = undefined);
    value = read();
    value.then(() => setTimeout(forget, milliseconds).unref(), forget);
    return value;
  };
}

/**
 * Throws if the bearer token is wrong. The function compares hashes, so that the time of the comparison reveals
 * nothing about the token.
 */
function requireBearer(request: HttpRequest, token: string): void {
  const given = /^Bearer +(\S+) *$/i.exec(request.header("authorization") ?? "")?.[1] ?? "";
  if (timingSafeEqual(sha256(given), sha256(token))) return;
  throw new GatewayError("unauthorized", {
    message: "Send METRICS_TOKEN as a bearer token: Authorization: Bearer ….",
    headers: { "www-authenticate": "Bearer" },
  });
}

const sha256 = (text: string | Buffer): Buffer => createHash("sha256").update(text).digest();

/** Returns the page of the contract. The document is compressed once, and clients can cache it for a while. */
async function contractPage(publicUrl: string): Promise<Page> {
  const bytes = Buffer.from(await contractAt(publicUrl));
  return filePage("page", await compressed(bytes, "application/json"), {
    "cache-control": `public, max-age=${limits.contractAgeSeconds}`,
    "x-content-type-options": "nosniff",
  });
}

/**
 * Returns the document with the gateway's own address, also in its examples. The file in the repository names the
 * address of a fresh clone.
 */
async function contractAt(publicUrl: string): Promise<string> {
  const file = new URL("../../../openapi/openapi.json", import.meta.url);
  const document: { servers: [{ url: string }] } = JSON.parse(await readFile(file, "utf8"));
  const freshClone = document.servers[0].url;
  document.servers = [{ url: publicUrl }];
  const here = (_key: string, value: unknown) =>
    typeof value === "string" ? value.replaceAll(freshClone, () => publicUrl) : value;
  return JSON.stringify(document, here, 2);
}

const stopping = "The process is stopping.";

/** Migrations ran before the server listened. Later, only the database or room on its disk can be missing. */
const readiness = (obstacle: string | null): HttpResponse =>
  obstacle === null
    ? json(200, { success: true, message: "ok", data: null })
    : json(503, { success: false, code: "internal_error", message: obstacle });

const json = (status: number, body: unknown): HttpResponse => ({
  status,
  headers: jsonHeaders,
  body: JSON.stringify(body),
});
