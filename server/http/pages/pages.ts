import { readFile } from "node:fs/promises";
import { whyNotReady } from "../../domain/upkeep/database-health.ts";
import type { Gateway } from "../../domain/gateway/gateway.ts";
import { createDocsPages } from "./docs-page.ts";
import type { HttpResponse } from "../transport/message.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { firstOf, type FindPage, type Page } from "./page.ts";

/** For load balancers, Prometheus and readers of the contract. */
export function createServicePages(gateway: Gateway, metrics: Metrics): FindPage {
  let own: Promise<string> | undefined;
  const ofThisGateway = () => (own ??= contractAt(gateway.settings.publicUrl));
  const pages = new Map<string, Page>([
    ["/healthz", page(async () => json(200, { success: true, message: "ok", data: null }))],
    ["/readyz", page(() => readiness(gateway))],
    [
      "/metrics",
      page(async () => respond(200, "text/plain; version=0.0.4", await metrics.render())),
    ],
    ["/openapi.json", page(async () => respond(200, "application/json", await ofThisGateway()))],
  ]);
  return firstOf((path) => pages.get(path), createDocsPages());
}

const page = (respond: () => Promise<HttpResponse>): Page => ({
  name: "page",
  respond,
});

/** The document in the repository names the address of a fresh clone, in its examples too; a gateway's own names the gateway's. */
async function contractAt(publicUrl: string): Promise<string> {
  const file = new URL("../../../openapi/openapi.json", import.meta.url);
  const document: { servers: [{ url: string }] } = JSON.parse(await readFile(file, "utf8"));
  const freshClone = document.servers[0].url;
  document.servers = [{ url: publicUrl }];
  const here = (_key: string, value: unknown) =>
    typeof value === "string" ? value.replaceAll(freshClone, () => publicUrl) : value;
  return JSON.stringify(document, here, 2);
}

/** Migrations ran before the door was opened; what can be missing later is the database, or room in it. */
async function readiness({ sql }: Gateway): Promise<HttpResponse> {
  const message = await whyNotReady(sql);
  return message === null
    ? json(200, { success: true, message: "ok", data: null })
    : json(503, { success: false, code: "internal_error", message });
}

const json = (status: number, body: unknown) =>
  respond(status, "application/json; charset=utf-8", JSON.stringify(body));

const respond = (status: number, contentType: string, body: string): HttpResponse => ({
  status,
  headers: {
    "content-type": contentType,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  },
  body,
});
