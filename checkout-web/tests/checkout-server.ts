/** A fake server with the built page, its policy, and events that the test sends. */

import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { FormPage } from "../src/forms/form-page.ts";
import type { Assets, CheckoutPage, Manifest, RenderedPage, UnavailablePage } from "../src/page.ts";

interface Renderer {
  renderCheckoutPage(page: CheckoutPage, assets: Assets): RenderedPage;
  renderFormPage(page: FormPage, assets: Assets): RenderedPage;
  renderUnavailablePage(page: UnavailablePage, assets: Assets): RenderedPage;
}

/** The folder of the built page, which set-up.ts keeps current. */
export const checkoutBuild = path.resolve(import.meta.dirname, "../dist");

/** Loads the built page, as the server does. */
export async function loadBuild(): Promise<{ manifest: Manifest } & Renderer> {
  const manifest = JSON.parse(
    readFileSync(path.join(checkoutBuild, "manifest.json"), "utf8"),
  ) as Manifest;
  const renderer = (await import(
    pathToFileURL(path.join(checkoutBuild, "server/render.js")).href
  )) as Renderer;
  return { manifest, ...renderer };
}

type Status = CheckoutPage["view"]["status"];
type Shown = CheckoutPage | UnavailablePage;

const isPayment = (shown: Shown): shown is CheckoutPage => "payment_id" in shown;

export async function startCheckoutServer() {
  const { manifest, renderCheckoutPage, renderUnavailablePage } = await loadBuild();
  const requests: string[] = [];
  const streams = new Set<ServerResponse>();
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const state = {
    shown: { kind: "not_found", language: "id" } as Shown,
    /** The status in the data and the events, if it differs from the page's. */
    status: undefined as Status | undefined,
    /**
     * `down`: connections are cut. `no-events`: a proxy holds back the stream. `busy`: responses
     * are rate limited.
     */
    fault: undefined as "down" | "no-events" | "busy" | undefined,
    serverTime: () => new Date().toISOString(),
  };

  function answer(request: IncomingMessage, response: ServerResponse) {
    const address = new URL(request.url ?? "/", origin);
    requests.push(`${request.method} ${address.pathname}`);
    if (state.fault === "down") return void request.socket.destroy();
    if (address.pathname.startsWith("/pay/assets/")) return sendFile(address.pathname, response);
    if (address.pathname.startsWith("/pay/")) return sendPage(address, response);
    if (address.pathname.endsWith("/events")) return openStream(response);
    return sendData(response);
  }

  function sendFile(name: string, response: ServerResponse) {
    const file = manifest.files.find((each) => each.path === name);
    if (!file) return void response.writeHead(404).end();
    response
      .writeHead(200, {
        "content-type": file.content_type,
        "cache-control": "public, max-age=31536000, immutable",
      })
      .end(readFileSync(path.join(checkoutBuild, file.file)));
  }

  function sendPage(address: URL, response: ServerResponse) {
    const asked = address.searchParams.get("lang");
    const language = asked === "en" || asked === "id" ? asked : state.shown.language;
    const { html, style_hashes } = isPayment(state.shown)
      ? renderCheckoutPage({ ...state.shown, language }, manifest)
      : renderUnavailablePage({ ...state.shown, language }, manifest);
    response
      .writeHead(isPayment(state.shown) ? 200 : statusOf[state.shown.kind], {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "content-security-policy":
          `default-src 'none'; script-src 'self'; style-src ${style_hashes.join(" ")}; ` +
          "img-src 'self' data: https:; connect-src 'self'; font-src 'none'; " +
          "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      })
      .end(html);
  }

  function openStream(response: ServerResponse) {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write(":\n\n");
    if (state.fault === "no-events") return;
    streams.add(response);
    response.on("close", () => streams.delete(response));
    sendEvent(response);
  }

  const currentStatus = () =>
    state.status ?? (isPayment(state.shown) ? state.shown.view.status : "PENDING");

  function sendEvent(stream: ServerResponse) {
    const money = isPayment(state.shown) ? state.shown.money : null;
    const received = money?.received ?? 0;
    const data = JSON.stringify({
      status: currentStatus(),
      received,
      total: isPayment(state.shown) ? state.shown.view.amount_total : 0,
      server_time: state.serverTime(),
    });
    stream.write(`event: status\ndata: ${data}\n\n`);
  }

  function sendData(response: ServerResponse) {
    if (state.fault === "busy") return void response.writeHead(429, { "retry-after": "1" }).end();
    const view = isPayment(state.shown) ? state.shown.view : null;
    response
      .writeHead(200, {
        "content-type": "application/json",
        date: new Date(state.serverTime()).toUTCString(),
      })
      .end(JSON.stringify({ success: true, data: { ...view, status: currentStatus() } }));
  }

  return {
    origin,
    /** The methods and paths of the requests, in order. */
    requests,
    streams,
    /** Sets the next page and returns its address. Resets earlier faults and statuses. */
    show(shown: Shown) {
      Object.assign(state, {
        shown,
        status: undefined,
        fault: undefined,
        serverTime: () => new Date().toISOString(),
      });
      requests.length = 0;
      return `${origin}/pay/${isPayment(shown) ? shown.payment_id : "unknown"}`;
    },
    fail(fault: typeof state.fault) {
      state.fault = fault;
      if (fault !== undefined) for (const stream of streams) stream.destroy();
    },
    setServerTime(serverTime: () => string) {
      state.serverTime = serverTime;
    },
    /** Changes the page from now on, and notifies every open stream. */
    change(shown: CheckoutPage) {
      state.shown = shown;
      for (const stream of streams) sendEvent(stream);
    },
    /** Changes the status in the data from now on, and notifies every open stream. */
    become(status: Status) {
      state.status = status;
      for (const stream of streams) sendEvent(stream);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const statusOf = { not_found: 404, rate_limited: 429, error: 503 };

export type CheckoutServer = Awaited<ReturnType<typeof startCheckoutServer>>;
