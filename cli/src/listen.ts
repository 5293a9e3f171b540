import { InvalidArgumentError, signTestWebhook, type WebhookEvent } from "../../sdk/src/index.ts";
import type { Context } from "./context.ts";
import { CliError, UsageError } from "./errors.ts";
import { eventsOf, type MerchantEvent } from "./event-stream.ts";
import { attemptAgain } from "./again.ts";
import { forward, headersIn, isDown, isTaken, type Forwarded } from "./forward.ts";
import { announce, findListener } from "./listener.ts";
import { columns } from "./print.ts";
import { signingSecret } from "./profile.ts";

const replyCharacters = 120;

interface Wishes {
  url: string | undefined;
  types: string | undefined;
  headers: string | undefined;
}

/**
 * Forwards or prints events until Ctrl-C, or until the key is revoked. The events are forwarded in order, so a slow
 * server slows the stream. A server that is down gets the event again later.
 */
export async function listen(
  { url, types, ...wishes }: Wishes,
  { profile, program, isJson, env }: Context,
): Promise<void> {
  const wanted = types === undefined ? null : wantedOf(types);
  if (url !== undefined) requireAddress(url);
  const headers = wishes.headers === undefined ? {} : headersIn(wishes.headers);
  const stopping = new AbortController();
  // A second Ctrl-C ends the process at once.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());
  const { signal } = stopping;
  const secret = url === undefined ? null : await announcedSecret(profile, env);
  const withdraw = url === undefined ? null : await announce(profile, { url, headers });
  const again = attemptAgain(signal);
  const stream = eventsOf({
    url: profile.url,
    api_key: profile.api_key ?? "",
    program,
    signal,
    begun: () =>
      console.error(
        url === undefined
          ? `Listening to ${profile.url}. To stop, press Ctrl-C.`
          : `Forwarding events from ${profile.url} to ${url}. To stop, press Ctrl-C.`,
      ),
    note: (message) => console.error(message),
  });
  try {
    for await (const event of stream) {
      if (wanted && !wanted.has(event.event_type)) continue;
      if (url === undefined || secret === null) {
        console.log(isJson ? JSON.stringify(event) : lineOf(event));
        continue;
      }
      const attempt = async (): Promise<Forwarded> => {
        const forwarded = await forward(event, { url, headers, secret, signal });
        if (!signal.aborted)
          console.log(isJson ? JSON.stringify(forwarded) : lineOf(event, forwarded));
        return forwarded;
      };
      if (!isDown(await attempt()) || signal.aborted) continue;
      const isWaiting = again.until(async () => ({ isTaken: !isDown(await attempt()) }));
      if (!isWaiting)
        console.error(
          `Too many events are waiting for ${url}, so ${event.webhook_id} will not be sent again. To resend it later, use events resend.`,
        );
    }
  } finally {
    await withdraw?.();
  }
}

/** Sends an event again to the server that `listen` forwards to. */
export async function forwardToListener(
  event: MerchantEvent,
  { profile, program, env }: Context,
): Promise<Forwarded> {
  const listener = await findListener(profile, program);
  const { secret } = await signingSecret(profile, env);
  return forward(event, { ...listener, secret, signal: new AbortController().signal });
}

/**
 * Returns TEPAT_WEBHOOK_SECRET if it is set, otherwise a local secret, because this command cannot read the
 * merchant's. Prints which secret signs forwarded events, but prints the value only of a local secret.
 */
async function announcedSecret(profile: Context["profile"], env: Context["env"]): Promise<string> {
  const { secret, isOfMachine } = await signingSecret(profile, env);
  try {
    await signTestWebhook({ payload: "", secret });
  } catch (cause) {
    if (!(cause instanceof InvalidArgumentError)) throw cause;
    throw new CliError(
      `TEPAT_WEBHOOK_SECRET is not valid. ${cause.message} Alternatively, unset TEPAT_WEBHOOK_SECRET to sign with this machine's own secret.`,
    );
  }
  console.error(
    isOfMachine
      ? `Forwarded events are signed with this machine's own secret: TEPAT_WEBHOOK_SECRET=${secret}`
      : "Forwarded events are signed with your TEPAT_WEBHOOK_SECRET.",
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

/** Returns the wanted types. An unknown type is refused, because `listen` would wait forever. */
function wantedOf(types: string): ReadonlySet<string> {
  const wanted = types.split(",").map((type) => type.trim());
  const unknown = wanted.find((type) => !(knownTypes as readonly string[]).includes(type));
  if (unknown === undefined) return new Set(wanted);
  throw new UsageError(
    `--events must name events, such as payment.paid, not ${JSON.stringify(unknown)}. The events are ${knownTypes.join(", ")}.`,
  );
}

function requireAddress(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "") return;
  throw new UsageError(
    `--forward-to must be an address without a login, such as http://localhost:3000/webhooks, not ${JSON.stringify(text)}.`,
  );
}

function lineOf(
  { event_type, payment_code, webhook_id }: MerchantEvent,
  forwarded?: Forwarded,
): string {
  const time = new Date().toTimeString().slice(0, 8);
  const head = [time, event_type, payment_code, webhook_id];
  if (!forwarded) return columns([head]);
  const { http_status, error_code, duration_ms, response_head } = forwarded;
  const outcome = `${error_code ?? `HTTP status ${http_status}`} after ${duration_ms} ms`;
  const reply = isTaken(forwarded) ? "" : response_head.slice(0, replyCharacters);
  return columns([[...head, outcome, reply]]);
}
