import { setTimeout as wait } from "node:timers/promises";
import { CliError } from "./errors.ts";
import { shown } from "./print.ts";

/** An event from the gateway's stream. */
export interface MerchantEvent {
  readonly webhook_id: string;
  readonly event_type: string;
  readonly payment_code: string | null;
  readonly body: string;
}

export interface StreamOptions {
  readonly url: string;
  readonly api_key: string;
  /** The command as people type it. */
  readonly program: string;
  readonly signal: AbortSignal;
  /** Called once the stream has begun. Later events arrive unless the connection is lost for too long. */
  begun(): void;
  /** Receives a message when the stream is lost, and when it is back. */
  note(message: string): void;
}

/**
 * The longest silence before the stream counts as lost. The gateway sends something every 15
 * seconds.
 */
const silenceMilliseconds = 45_000;
const longestWaitSeconds = 15;
const rememberedMax = 10_000;
/** The largest block of the stream. The largest event is 20 KiB, and its body is escaped once. */
const blockCharactersMax = 1024 * 1024;

/**
 * Yields events until the signal aborts. Throws if the gateway refuses the key. Skips events that the stream repeats
 * after a lost connection.
 */
export async function* eventsOf(options: StreamOptions): AsyncGenerator<MerchantEvent> {
  const { signal, program, begun, note } = options;
  const seen = new Set<string>();
  let position: string | undefined;
  let hasBegun = false;
  let failures = 0;
  while (!signal.aborted) {
    const isContinued = position !== undefined;
    try {
      for await (const block of blocksOf(await connect(options, position), signal)) {
        if (failures > 0) {
          note(
            isContinued
              ? "The stream is back. No events were missed."
              : "The stream begins now, without earlier events.",
          );
        }
        failures = 0;
        if (!hasBegun) begun();
        hasBegun = true;
        // Store a position only after its event has been handled, because a position covers all earlier
        // events.
        const event = eventIn(block);
        if (event && !seen.has(event.webhook_id)) {
          yield event;
          remember(seen, event.webhook_id);
        }
        position = /^id: (.*)$/m.exec(block)?.[1] ?? position;
      }
      throw new Error("the gateway ended the stream");
    } catch (cause) {
      if (signal.aborted) return;
      if (cause instanceof CliError) throw cause;
      if (cause instanceof TooOld) {
        note(
          `The connection was lost for too long, so events might be missing. To see them, run ${program} events list`,
        );
        position = undefined;
        continue;
      }
      if (failures === 0) {
        const what = position === undefined ? "There is no stream yet" : "The stream was lost";
        note(`${what} (${shown(reasonOf(cause))}). Trying again.`);
      }
      const seconds =
        cause instanceof Busy ? cause.seconds : Math.min(2 ** failures / 2, longestWaitSeconds);
      failures += 1;
      await wait(seconds * 1000, undefined, { signal }).catch(() => {});
    }
  }
}

class TooOld extends Error {}

class Busy extends Error {
  readonly seconds: number;
  constructor(message: string, seconds: number) {
    super(message);
    this.seconds = seconds;
  }
}

async function connect(
  { url, api_key, program, signal }: StreamOptions,
  position: string | undefined,
): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const response = await fetch(`${url}/merchant/events`, {
    headers: {
      accept: "text/event-stream",
      "x-api-key": api_key,
      ...(position !== undefined && { "last-event-id": position }),
    },
    // No redirects, because the key must not be sent to another address.
    redirect: "manual",
    signal,
  });
  const type = response.headers.get("content-type") ?? "";
  if (response.ok && response.body && type.startsWith("text/event-stream")) {
    return response.body.getReader();
  }
  const answer = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
  const said = answer.message ?? `The gateway responded with status ${response.status}.`;
  if (answer.code === "tenant_api_key_required") {
    throw new CliError(
      `The gateway does not know this key, or the key was revoked. Create one in the dashboard, then run ${program} login`,
    );
  }
  if (answer.code === "bad_request" && position !== undefined) throw new TooOld(said);
  if (response.status === 429)
    throw new Busy(said, Number(response.headers.get("retry-after")) || 5);
  if (response.status >= 500) throw new Error(said);
  throw new CliError(
    `${url} has no stream of events (status ${response.status}). Check that this is the gateway's address, and that the gateway is not older than this command.`,
  );
}

/**
 * Yields the blocks between empty lines. If a block is not consumed, the stream pauses, and the
 * gateway sends more slowly.
 */
async function* blocksOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let unread = "";
  try {
    for (;;) {
      const { done, value } = await readBefore(reader, silenceMilliseconds, signal);
      if (done) return;
      const blocks = (unread + decoder.decode(value, { stream: true })).split("\n\n");
      unread = blocks.pop() ?? "";
      if (unread.length > blockCharactersMax)
        throw new Error("the gateway sent an event that is too long");
      yield* blocks;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function readBefore(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  milliseconds: number,
  signal: AbortSignal,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  const quiet = new AbortController();
  const silence = wait(milliseconds, undefined, {
    signal: AbortSignal.any([quiet.signal, signal]),
  });
  try {
    return await Promise.race([
      reader.read(),
      silence.then(() => {
        throw new Error("the gateway stopped sending");
      }),
    ]);
  } finally {
    quiet.abort();
    silence.catch(() => {});
  }
}

function eventIn(block: string): MerchantEvent | null {
  const data = /^data: (.*)$/m.exec(block)?.[1];
  if (data === undefined) return null;
  const event = JSON.parse(data) as Partial<MerchantEvent>;
  const { webhook_id, event_type, payment_code = null, body } = event;
  if (
    typeof webhook_id !== "string" ||
    typeof event_type !== "string" ||
    typeof body !== "string"
  ) {
    throw new Error("the gateway sent data that is not an event");
  }
  return { webhook_id, event_type, payment_code, body };
}

function remember(seen: Set<string>, id: string): void {
  seen.add(id);
  if (seen.size > rememberedMax) seen.delete(seen.values().next().value as string);
}

function reasonOf(cause: unknown): string {
  const { message, cause: deeper } = cause as Error & { cause?: { code?: string } };
  return deeper?.code ?? message;
}
