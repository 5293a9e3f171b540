import { AsyncLocalStorage } from "node:async_hooks";
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace";
import type { Config } from "../start/config.ts";
import { batchJoined, batchRun } from "../domain/base/batch.ts";
import server from "../package.json" with { type: "json" };
import { tracedSql } from "./traced-sql.ts";
import type { Sql } from "../db/client.ts";
import type { WebhookClient } from "../domain/webhooks/webhooks.ts";
import type { AppOptions } from "../http/app.ts";
import type { Dispatch } from "../http/transport/message.ts";

/** Wraps the code to trace. */
export interface Tracing {
  dispatch(dispatch: Dispatch): Dispatch;
  /** Names the request's span once the operation is known. */
  observe(observe: AppOptions["observe"]): AppOptions["observe"];
  sql(sql: Sql): Sql;
  webhooks(client: WebhookClient): WebhookClient;
  /** Sends the spans that have not been sent yet. */
  stop(): Promise<void>;
}

/** The statements that run now belong to `span`. A statement that several requests share also belongs to `others`. */
interface Frame {
  span: Span;
  others: readonly Span[];
}

/**
 * Creates spans for requests, statements and webhooks, and sends them to a collector by OTLP over HTTP.
 */
export function createTracing(settings: NonNullable<Config["traces"]>): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": settings.serviceName,
      "service.version": server.version,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${settings.endpoint}/v1/traces` }),
      }),
    ],
  });
  const tracer = provider.getTracer("tepat", server.version);
  const frames = new AsyncLocalStorage<Frame>();
  const leaveBatches = followBatches(frames);

  return {
    dispatch: (dispatch) => (request) => {
      const parent = parentOf(request.header("traceparent"));
      const attributes = { "http.request.method": request.method };
      const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes }, parent);
      return frames.run({ span, others: [] }, async () => {
        const response = await dispatch(request);
        span.setAttribute("tepat.request_id", response.headers["x-request-id"] ?? "");
        span.setAttribute("http.response.status_code", response.status);
        if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
        return response;
      });
    },
    observe: (observe) => (operation, status, seconds) => {
      frames.getStore()?.span.updateName(operation);
      observe(operation, status, seconds);
    },
    sql: (sql) => tracedSql(sql, (text) => startStatement(tracer, live(frames.getStore()), text)),
    webhooks: (client) => ({
      post: (request) => {
        const attributes = { "server.address": new URL(request.url).host };
        const span = startChild(tracer, live(frames.getStore()), "webhook attempt", attributes);
        return frames.run({ span, others: [] }, async () => {
          const result = await client.post(request);
          if (result.http_status !== null)
            span.setAttribute("http.response.status_code", result.http_status);
          if (result.outcome === "failure")
            span.setStatus({ code: SpanStatusCode.ERROR, message: result.error_code ?? "" });
          span.end();
          return result;
        });
      },
    }),
    async stop() {
      leaveBatches();
      await provider.shutdown();
    },
  };
}

/**
 * Follows batches. A batch runs for all requests that joined it. It becomes part of the first request's trace, with
 * links to the others. Returns a function that ends this.
 */
function followBatches(frames: AsyncLocalStorage<Frame>): () => void {
  const joined = new WeakMap<object, Span>();
  const join = (waiting: unknown) => {
    const frame = frames.getStore();
    if (frame) joined.set(waiting as object, frame.span);
  };
  batchJoined.subscribe(join);
  batchRun.bindStore(frames, (batch) => {
    const spans = (batch as readonly object[]).flatMap((waiting) => joined.get(waiting) ?? []);
    const [span, ...others] = spans;
    return span && { span, others }; // a job's work has no span
  });
  return () => {
    batchJoined.unsubscribe(join);
    batchRun.unbindStore(frames);
  };
}

/**
 * Returns the frame while its request runs. Timers and senders that a request has started continue after it, but
 * are not the request's work.
 */
const live = (frame: Frame | undefined): Frame | undefined =>
  frame?.span.isRecording() ? frame : undefined;

const inside = (frame: Frame | undefined): Context =>
  frame ? trace.setSpan(ROOT_CONTEXT, frame.span) : ROOT_CONTEXT;

function startChild(
  tracer: Tracer,
  frame: Frame | undefined,
  name: string,
  attributes: Attributes,
): Span {
  const links = frame?.others.map((other) => ({ context: other.spanContext() })) ?? [];
  return tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, links }, inside(frame));
}

/**
 * Starts the span of a statement. Its text has placeholders instead of values. Statements of jobs, which run
 * every few seconds, get no spans.
 */
function startStatement(
  tracer: Tracer,
  frame: Frame | undefined,
  text: string,
): (failure?: unknown) => void {
  if (!frame) return () => {};
  const [, verb = "statement"] = /\b(select|insert|update|delete)\b/i.exec(text) ?? [];
  const [, target = ""] = /\b(?:from|into|update)\s+([a-z_]+)/i.exec(text) ?? [];
  const span = startChild(tracer, frame, `${verb} ${target}`.trim(), {
    "db.system.name": "postgresql",
    "db.query.text": text,
  });
  return (failure) => {
    // The error's message might quote values. The request's log contains it.
    if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };
}

/**
 * Returns the parent context. A malformed header is treated as missing (W3C Trace Context, section
 * 3.2).
 */
function parentOf(traceparent: string | undefined): Context {
  const [, version, traceId, spanId, flags] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-|$)/.exec(traceparent ?? "") ?? [];
  if (!traceId || !spanId || !flags || version === "ff") return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
