import { InvalidArgumentError, type TepatError } from "./errors.ts";
import type { LastResponse } from "./last-response.ts";
import type { Logger } from "./options.ts";
import type { PlatformHeaders } from "./platform.ts";

/** An attempt at a request, just before the client sends it. */
export interface RequestEvent {
  /** A number that all attempts of one call share. */
  readonly callId: number;
  /** 1 for the first attempt, 2 for the second, and so on. */
  readonly attempt: number;
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
}

/** The result of an attempt. */
export interface ResponseEvent extends RequestEvent {
  /** The HTTP status, or undefined without a response. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly elapsedMilliseconds: number;
  /** The headers of a successful response. */
  readonly headers: PlatformHeaders | undefined;
  /** The error of a failed attempt. */
  readonly error: TepatError | undefined;
}

/** Events of a client, by name. */
export interface TepatEvents {
  readonly request: RequestEvent;
  readonly response: ResponseEvent;
}

/** A function that the client calls with an event. */
export type TepatListener<Name extends keyof TepatEvents> = (event: TepatEvents[Name]) => void;

type Listeners = { readonly [Name in keyof TepatEvents]: Set<TepatListener<Name>> };

/** @internal */
export type Observers = ReturnType<typeof observersOf>;

/**
 * Calls the listeners of one client. An error in a listener does not fail the request: the SDK logs
 * the error.
 *
 * @internal
 */
export function observersOf(logger: Logger | undefined) {
  const listeners: Listeners = { request: new Set(), response: new Set() };

  function tell<Name extends keyof TepatEvents>(name: Name, event: TepatEvents[Name]): void {
    for (const listener of listeners[name]) {
      // A listener can be async, despite its type.
      void (async () => listener(event))().catch((cause: unknown) =>
        log("warn", `A listener of "${name}" failed: ${String(cause)}`),
      );
    }
  }

  function log(level: keyof Logger, message: string): void {
    try {
      logger?.[level](`Tepat: ${message}`);
    } catch {
      // A failed log entry must not fail the payment.
    }
  }

  return {
    /**
     * Returns the listeners of an event. The name is checked at run time for programs in
     * JavaScript.
     */
    listenersOf<Name extends keyof TepatEvents>(name: Name): Set<TepatListener<Name>> {
      if (Object.hasOwn(listeners, name)) return listeners[name];
      throw new InvalidArgumentError(
        `Unknown event "${name as string}". Use "request" or "response".`,
      );
    },
    asked(event: RequestEvent): void {
      log("debug", `${nameOf(event)} is sent.`);
      tell("request", event);
    },
    answered(event: RequestEvent, elapsedMilliseconds: number, last: LastResponse): void {
      const { status, requestId, headers } = last;
      log(
        "debug",
        `${nameOf(event)}: ${status} after ${elapsedMilliseconds} ms${named(requestId)}.`,
      );
      const error = undefined;
      tell("response", { ...event, status, requestId, elapsedMilliseconds, headers, error });
    },
    failed(event: RequestEvent, elapsedMilliseconds: number, error: TepatError): void {
      const { status, requestId, code } = error;
      const isPassing = status === undefined || status === 429 || status >= 500;
      const outcome = status === undefined ? code : `${status} ${code}`;
      log(
        isPassing ? "warn" : "debug",
        `${nameOf(event)}: ${outcome} after ${elapsedMilliseconds} ms${named(requestId)}.`,
      );
      const headers = undefined;
      tell("response", { ...event, status, requestId, elapsedMilliseconds, headers, error });
    },
  };
}

const nameOf = ({ method, path, attempt }: RequestEvent): string =>
  attempt === 1 ? `${method} ${path}` : `${method} ${path} (try ${attempt})`;

const named = (requestId: string | undefined): string =>
  requestId === undefined ? "" : `, request ${requestId}`;
