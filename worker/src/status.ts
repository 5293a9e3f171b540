import { requireConfig } from "./config.ts";
import { isLocked } from "./lock.ts";
import {
  heldCount,
  noted,
  noteRegistration,
  openOutbox,
  queueLength,
  refusals,
} from "./outbox.sql.ts";
import { pairingCode } from "./pairing-code.ts";
import { outboxIn } from "./outbox-file.ts";
import { asDevice, readDevice } from "./server.ts";

/**
 * Returns a report for the person at the phone: whether the Worker is running, approved, reading
 * and sending.
 */
export async function status(directory: string): Promise<string> {
  const config = await requireConfig(directory);
  const answer = await readDevice(asDevice(config));
  const outbox = openOutbox(outboxIn(directory));
  noteRegistration(outbox, config);
  const held = heldCount(outbox);
  const { count, newest_reason } = refusals(outbox);
  const lines = {
    Device: `${config.device_name} (${config.device_id})`,
    Server: config.server_url,
    "Pairing code": pairingCode(config),
    Approval: answer.kind === "ok" ? answer.data.device_status : `unknown: ${answer.reason}`,
    Watched: answer.kind === "ok" ? answer.data.packages.join(", ") || "nothing" : "unknown",
    Running: isLocked(directory) ? "yes" : "no: tepat-worker run",
    Notifications: noted(outbox, "listener_error") ?? "can be read",
    "Last one queued": noted(outbox, "last_notification_at") ?? "none yet",
    "Last heartbeat": noted(outbox, "heartbeat_at") ?? "none yet",
    Waiting: String(queueLength(outbox)),
    Held: held === 0 ? "0" : `${held}, seen for another shop or gateway: tepat-worker held`,
    Refused: count === 0 ? "0" : `${count}, the newest: ${newest_reason}`,
  };
  outbox.close();
  return Object.entries(lines)
    .map(([name, value]) => `${name.padEnd(16)} ${value}`)
    .join("\n");
}
