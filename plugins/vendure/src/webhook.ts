import { Controller, Inject, Post, Req, Res } from "@nestjs/common";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { readWebhook, settingsFrom } from "../../shared/index.ts";
import { TepatService } from "./service.ts";

export const webhookRoute = "/tepat/webhook";

interface RawRequest {
  headers: IncomingHttpHeaders;
  rawBody?: Buffer;
}

/** The largest body. A webhook's body has at most 20 KiB. */
const largestBytes = 256 * 1024;

/** Reads the original bytes before Vendure parses them, because the signature covers them. */
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
    // These fields make the parsers skip the body.
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

  /**
   * Responds with 2xx only after the shop has completed its action. After any other response, the gateway sends the
   * webhook again.
   */
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
