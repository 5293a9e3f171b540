import { pino } from "pino";
import type { Sql } from "../db/client.ts";
import { createRefusalLog, type RefusalLog } from "../domain/access/refused-operations.ts";
import type { CompletedRequest } from "../domain/merchants/request-log.ts";
import { createApp } from "../http/app.ts";
import type { Dispatch, HttpResponse } from "../http/transport/message.ts";
import { createRateLimits } from "../procedures/rate-limits.ts";
import { testGateway, type TestGateway } from "./fixtures.ts";
import { nothingOutside } from "./nothing-outside.ts";
import { answeredWith } from "./attempt-result.ts";
import { type Outside, createServices } from "../procedures/services.ts";

/** The whole application without a socket. It handles requests in the same process. */
export interface InProcessService {
  gateway: TestGateway;
  dispatch: Dispatch;
  /** The latest log lines. Each is one object. */
  log: string[];
  /** The entries for merchants' request logs. */
  noted: CompletedRequest[];
  /** The refusals of signed-in people. */
  refusals: RefusalLog;
}

const unlimited = 1_000_000;
const linesKept = 20;

export function openInProcessService(sql: Sql, outside: Partial<Outside> = {}): InProcessService {
  const gateway = testGateway(sql);
  const log: string[] = [];
  const noted: CompletedRequest[] = [];
  const remember = (line: string): void => {
    log.push(line);
    if (log.length > linesKept) log.shift();
  };
  const rateLimits = createRateLimits({
    read: unlimited,
    write: unlimited,
    checkout: unlimited,
    worker: unlimited,
    dashboard: unlimited,
  });
  const refusals = createRefusalLog({
    gateway,
    onTrouble(cause) {
      throw cause;
    },
  });
  const dispatch = createApp({
    services: createServices(gateway, rateLimits, { ...harmless, refusals, ...outside }),
    log: pino({ level: "info" }, { write: remember }),
    findPage: () => undefined,
    requestLog: { note: (request) => void (noted.push(request) > linesKept && noted.shift()) },
    observe: () => {},
  });
  return { gateway, dispatch, log, noted, refusals };
}

/** Outside services: receivers respond with 200, and emails are dropped. */
const harmless: Omit<Outside, "refusals"> = {
  ...nothingOutside,
  webhookClient: {
    post: async () => answeredWith(200),
  },
  mailer: () => ({ send() {} }),
};

interface BareRequest {
  method: string;
  /** The percent-encoded path with its query. */
  path: string;
  headers?: Record<string, string>;
  json?: unknown;
  body?: string | Uint8Array;
}

export async function ask(
  dispatch: Dispatch,
  { method, path, headers = {}, json, body }: BareRequest,
): Promise<{ status: number; headers: Record<string, string>; text: string }> {
  const isJson = body === undefined && json !== undefined;
  const sent = new Headers({ ...(isJson && { "content-type": "application/json" }), ...headers });
  const bytes = Buffer.from(isJson ? JSON.stringify(json) : (body ?? ""));
  const [pathname = "", query = ""] = path.split("?", 2);
  const answer = await dispatch({
    method,
    path: pathname,
    query,
    remoteAddress: "203.0.113.9",
    header: (name) => sent.get(name) ?? undefined,
    body: async () => bytes,
  });
  return { status: answer.status, headers: { ...answer.headers }, text: await textOf(answer) };
}

async function textOf({ body, chunks }: HttpResponse): Promise<string> {
  let text = Buffer.from(body).toString();
  for await (const chunk of chunks ?? []) text += Buffer.from(chunk).toString();
  return text;
}
