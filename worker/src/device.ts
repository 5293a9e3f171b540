import { backoffMilliseconds } from "./backoff.ts";
import { limits } from "./limits.ts";
import type { Log } from "./log.ts";
import { note, queueLength, type Outbox } from "./outbox.sql.ts";
import type { Answer, DeviceView } from "./server.ts";

interface Registration {
  outbox: Outbox;
  read: () => Promise<Answer<DeviceView>>;
  random: () => number;
  log: Log;
}

/**
 * Creates the step that requests the watched packages and the device's status from the server. The step returns the
 * wait until the next run, in milliseconds.
 */
export function createRefresher({
  outbox,
  read,
  random,
  log,
}: Registration): () => Promise<number> {
  let failures = 0;
  let told = "";
  const tell = (message: string) => {
    if (message !== told) log(message);
    told = message;
  };
  return async function refresh() {
    const length = queueLength(outbox);
    if (length > limits.queueLengthWarning) {
      log(`${length} notifications wait, more than ${limits.queueLengthWarning}. Nothing is lost.`);
    }
    const answer = await read();
    if (answer.kind === "ok") {
      failures = 0;
      note(outbox, "packages", JSON.stringify(answer.data.packages));
      tell(describe(answer.data));
      return answer.data.device_status === "ACTIVE"
        ? limits.deviceRefreshMilliseconds
        : limits.approvalPollMilliseconds;
    }
    failures += 1;
    if (answer.kind === "unauthorized") {
      tell("The server no longer knows this phone. Register it again. The queue is kept.");
      return limits.approvalPollMilliseconds;
    }
    tell(`The server cannot be reached: ${answer.reason}`);
    return backoffMilliseconds(failures, random);
  };
}

function describe({ device_status, packages }: DeviceView): string {
  if (device_status !== "ACTIVE") return "Waiting for the merchant to approve this phone.";
  if (packages.length === 0) return "Approved, but the merchant has no active account to watch.";
  return `Approved. Watching ${packages.join(", ")}.`;
}
