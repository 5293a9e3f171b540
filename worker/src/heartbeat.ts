import { limits } from "./limits.ts";
import { forgetNoted, note, noted, queueLength, type Outbox } from "./outbox.sql.ts";
import type { Phone } from "./phone.ts";
import type { Answer, Heartbeat } from "./server.ts";
import { version } from "./version.ts";

interface Heart {
  outbox: Outbox;
  phone: Pick<Phone, "batteryPercent">;
  send: (heartbeat: Heartbeat) => Promise<Answer<null>>;
  now: () => Date;
}

/**
 * Creates the step that sends heartbeats, so that the server notices a silent phone. The step returns the wait until
 * the next run, in milliseconds.
 */
export function createHeart({ outbox, phone, send, now }: Heart): () => Promise<number> {
  return async function beat() {
    const startedAt = now().getTime();
    const texts_hidden = noted(outbox, "texts_hidden");
    const answer = await send({
      app_version: version,
      battery: await phone.batteryPercent(),
      queue_length: queueLength(outbox),
      last_notification_at: noted(outbox, "last_notification_at"),
      listener_error: bounded(noted(outbox, "listener_error")),
      ...(texts_hidden !== null && { texts_hidden: texts_hidden === "true" }),
    });
    if (answer.kind === "ok") {
      note(outbox, "heartbeat_at", now().toISOString());
      if (texts_hidden !== null) forgetNoted(outbox, "texts_hidden", texts_hidden);
    }
    const elapsed = now().getTime() - startedAt;
    return Math.min(
      Math.max(limits.heartbeatMilliseconds - elapsed, 0),
      limits.heartbeatMilliseconds,
    );
  };
}

/**
 * Shortens the error. If the server refused a heartbeat because of its length, the phone would look
 * silent.
 */
function bounded(error: string | null): string | null {
  return error === null ? null : error.slice(0, limits.errorCharacters).toWellFormed();
}
