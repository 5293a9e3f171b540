import { readConfig } from "../config.ts";
import { DomainError } from "../domain/domain-error.ts";
import type { Gateway } from "../domain/gateway.ts";
import { isSealedFormerly, resealAll, type Resealed } from "../domain/sealed-values.ts";
import { addLocalSecret } from "../local-secret.ts";
import { command, type Output } from "./command.ts";
import { withGateway } from "./database.ts";

const rotate = command({
  name: "secrets rotate",
  summary:
    "Seals everything anew under the present TEPAT_SECRET, while servers run; TEPAT_SECRET_PREVIOUS opens what is still under an earlier one. With the secret in the data directory it first makes a new one. May be interrupted and run again.",
  options: {},
  run: () =>
    withGateway(async (gateway) => {
      const config = readConfig(process.env);
      return oneAtATime(gateway, async () => {
        // One that was interrupted is ended under the secret that it had begun with.
        if (config.secret === null && !(await isSealedFormerly(gateway))) {
          await addLocalSecret(config.dataDirectory);
        }
        return report(await resealAll(gateway));
      });
    }),
});

const rotationLock = 7_283_731;

/** Held by a transaction of its own, which a pooler keeps on one connection and which goes with a process that dies. */
async function oneAtATime({ sql }: Gateway, work: () => Promise<Output>): Promise<Output> {
  return sql.begin(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`;
    const [lock] = await tx`select pg_try_advisory_xact_lock(${rotationLock}) as is_ours`;
    if (lock?.["is_ours"] !== true) throw new DomainError("Another rotation is under way.");
    return work();
  });
}

function report({ resealed_count, unreadable }: Resealed): Output {
  return {
    data: { resealed_count, unreadable },
    text: `Sealed anew: ${resealed_count}.`,
    ...(unreadable.length > 0 && {
      problem: `Not opened, and left as they are:\n${unreadable.join("\n")}`,
    }),
  };
}

export const commands = [rotate];
