import { Controller, Inject, Post, Req, Res } from "@nestjs/common";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { readWebhook, settingsFrom } from "../../shared/index.ts";
import { TepatService } from "./service.ts";

export const webhookRoute = "/tepat/webhook";

interface RawRequest {
  headers: IncomingHttpHeaders;
  rawBody?: Buffer;
}

/** A webhook's body is 20 KiB at most. */
const largestBytes = 256 * 1024;

/** The signature covers the bytes as they came, so they are read before Vendure parses them. */
export function keepRawBody(
  request: IncomingMessage & { rawBody?: Buffer; body?: unknown; _body?: boolean },
  response: ServerResponse,
  next: () => void,
): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= largestBytes) chunks.push(chunk);
  });
  request.on("end", () => {
    if (bytes > largestBytes) {
      response.writeHead(413).end();
      return;
    }
    request.rawBody = Buffer.concat(chunks);
    // Tells parsers that there is nothing left to parse.
    request.body = {};
    request._body = true;
    next();
  });
}

@Controller()
export class TepatController {
  readonly #service: TepatService;

  constructor(@Inject(TepatService) service: TepatService) {
    this.#service = service;
  }

  /** Answers 2xx only when the shop has done its part. After any other answer the gateway sends the webhook again. */
  @Post(webhookRoute)
  async receive(@Req() request: RawRequest, @Res() response: ServerResponse): Promise<void> {
    const { rawBody, headers } = request;
    const webhook = await readWebhook(settingsFrom(process.env), rawBody, headers);
    if (webhook.kind === "refused") {
      response.writeHead(400).end(webhook.reason);
      return;
    }
    if (webhook.kind === "payment") await this.#service.settle(webhook.code);
    response.writeHead(204).end();
  }
}
