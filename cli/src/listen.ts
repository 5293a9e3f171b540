import { InvalidArgumentError, signTestWebhook, type WebhookEvent } from "../../sdk/src/index.ts";
import type { Context } from "./context.ts";
import { CliError, UsageError } from "./errors.ts";
import { eventsOf, type MerchantEvent } from "./event-stream.ts";
import { forward, type Forwarded } from "./forward.ts";
import { columns } from "./print.ts";
import { signingSecret } from "./profile.ts";

const replyCharacters = 120;

/** Until Ctrl-C, or until the key is revoked. Each event is forwarded once, in order; a slow receiver slows the stream. */
export async function listen(
  { url, types }: { url: string | undefined; types: string | undefined },
  { profile, isJson, env }: Context,
): Promise<void> {
  const wanted = types === undefined ? null : wantedOf(types);
  if (url !== undefined) requireAddress(url);
  const stopping = new AbortController();
  // A second Ctrl-C ends the process as always.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());
  const { signal } = stopping;
  const secret = url === undefined ? null : await announcedSecret(profile, env);
  const stream = eventsOf({
    url: profile.url,
    api_key: profile.api_key ?? "",
    signal,
    begun: () =>
      console.error(
        url === undefined
          ? `Listening to ${profile.url}. Ctrl-C ends it.`
          : `Forwarding events of ${profile.url} to ${url}. Ctrl-C ends it.`,
      ),
    note: (message) => console.error(message),
  });
  for await (const event of stream) {
    if (wanted && !wanted.has(event.event_type)) continue;
    if (url === undefined || secret === null) {
      console.log(isJson ? JSON.stringify(event) : lineOf(event));
      continue;
    }
    const forwarded = await forward(event, { url, secret, signal });
    if (signal.aborted) return;
    console.log(isJson ? JSON.stringify(forwarded) : lineOf(event, forwarded));
  }
}

/** The merchant's own secret never leaves the gateway: what is forwarded is signed here. */
async function announcedSecret(profile: Context["profile"], env: Context["env"]): Promise<string> {
  const { secret, isOfMachine } = await signingSecret(profile, env);
  try {
    await signTestWebhook({ payload: "", secret });
  } catch (cause) {
    if (!(cause instanceof InvalidArgumentError)) throw cause;
    throw new CliError(`TEPAT_WEBHOOK_SECRET cannot sign: ${cause.message}`);
  }
  console.error(
    isOfMachine
      ? `What is forwarded is signed with this machine's own secret: TEPAT_WEBHOOK_SECRET=${secret}`
      : "What is forwarded is signed with your TEPAT_WEBHOOK_SECRET.",
  );
  return secret;
}

const knownTypes = [
  "payment.paid",
  "payment.expired",
  "payment.cancelled",
  "payment.part_received",
  "payment.underpaid",
  "payment.overpaid",
  "payment.refunded",
  "device.offline",
  "device.online",
] as const satisfies readonly WebhookEvent["type"][];

/** A name that is mistyped would wait for ever. */
function wantedOf(types: string): ReadonlySet<string> {
  const wanted = types.split(",").map((type) => type.trim());
  const unknown = wanted.find((type) => !(knownTypes as readonly string[]).includes(type));
  if (unknown === undefined) return new Set(wanted);
  throw new UsageError(
    `--events has ${JSON.stringify(unknown)}, which is no event: the events are ${knownTypes.join(", ")}`,
  );
}

function requireAddress(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "") return;
  throw new UsageError("--forward-to must be an address such as http://localhost:3000/webhooks");
}

function lineOf(
  { event_type, payment_code, webhook_id }: MerchantEvent,
  forwarded?: Forwarded,
): string {
  const time = new Date().toTimeString().slice(0, 8);
  const head = [time, event_type, payment_code, webhook_id];
  if (!forwarded) return columns([head]);
  const { http_status, error_code, duration_ms, response_head } = forwarded;
  const isAccepted = http_status !== null && http_status >= 200 && http_status < 300;
  const outcome = `${error_code ?? `HTTP status ${http_status}`} after ${duration_ms} ms`;
  const reply = isAccepted ? "" : response_head.slice(0, replyCharacters);
  return columns([[...head, outcome, reply]]);
}
