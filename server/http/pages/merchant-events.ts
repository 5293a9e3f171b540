import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import {
  merchantEvents,
  readPosition,
  type StreamItem,
} from "../../domain/live/merchant-events.ts";
import type { Services } from "../../procedures/services.ts";
import { tooManyStreams } from "./event-streams.ts";
import type { FindPage, Page } from "./page.ts";

export interface MerchantEvents {
  findPage: FindPage;
  /** Returns the number of open streams, for the metrics. */
  count(): number;
  /** Ends every stream. Clients continue at another process, or at this one after it restarts. */
  stop(): void;
}

interface MerchantEventBounds {
  merchantEventStreams: number;
  merchantEventStreamsPerMerchant: number;
}

/** Serves `/merchant/events`: a merchant's events for `npx @tepat/cli listen`. The stream follows the reader's pace. */
export function createMerchantEvents(
  services: Services,
  bounds: MerchantEventBounds = limits,
): MerchantEvents {
  const { gateway } = services;
  const open = new Map<AbortController, string>();
  const openOf = (merchant_id: string): number =>
    [...open.values()].filter((holder) => holder === merchant_id).length;

  function requireRoom(merchant_id: string): void {
    const hasRoom =
      open.size < bounds.merchantEventStreams &&
      openOf(merchant_id) < bounds.merchantEventStreamsPerMerchant;
    if (hasRoom) return;
    throw tooManyStreams(
      `Too many event streams are open. Each merchant can have ${bounds.merchantEventStreamsPerMerchant}. Close one, or try again later.`,
    );
  }

  async function requireMerchant(api_key: string): Promise<string> {
    const merchant_id = await services.merchantOfApiKey(api_key);
    if (merchant_id) return merchant_id;
    throw new GatewayError("tenant_api_key_required");
  }

  async function* stream(api_key: string, from: Date | null): AsyncGenerator<string> {
    const merchant_id = await requireMerchant(api_key);
    requireRoom(merchant_id);
    const stopping = new AbortController();
    open.set(stopping, merchant_id);
    try {
      let spokenAt = Number.NEGATIVE_INFINITY;
      let isPositionOwed = true;
      const { signal } = stopping;
      for await (const item of merchantEvents(gateway, { merchant_id, from, signal })) {
        // A stream ends at most one second after its key is revoked.
        if ((await services.merchantOfApiKey(api_key)) !== merchant_id) return;
        const isDue = performance.now() - spokenAt > limits.streamKeepAliveSeconds * 1000;
        // A position is sent from time to time even without events, because only a write shows whether the reader is
        // still connected.
        const isSent = "event" in item || isPositionOwed || isDue;
        isPositionOwed = "event" in item;
        if (isSent) spokenAt = performance.now();
        yield isSent ? textOf(item) : "";
      }
    } finally {
      stopping.abort();
      open.delete(stopping);
    }
  }

  const page: Page = {
    name: "merchantEvents",
    async respond(request) {
      const api_key = request.header("x-api-key") ?? "";
      const merchant_id = await requireMerchant(api_key);
      const headers = await services.rateLimits.take("read", merchant_id);
      requireRoom(merchant_id);
      const from = await readPosition(gateway, request.header("last-event-id"));
      return {
        status: 200,
        headers: { ...streamHeaders, ...headers },
        body: "",
        chunks: stream(api_key, from),
      };
    },
  };
  return {
    findPage: (path) => (path === "/merchant/events" ? page : undefined),
    count: () => open.size,
    stop() {
      for (const stopping of open.keys()) stopping.abort();
    },
  };
}

function textOf(item: StreamItem): string {
  if ("position" in item) return `id: ${item.position}\n\n`;
  const { event_type } = item.event;
  return `event: ${event_type}\ndata: ${JSON.stringify(item.event)}\n\n`;
}

const streamHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  // A proxy that compresses or buffers would delay events.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
  "x-content-type-options": "nosniff",
};
