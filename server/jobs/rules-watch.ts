import { setInterval } from "node:timers/promises";
import { limits } from "../contract/limits.ts";
import { DomainError } from "../domain/base/domain-error.ts";
import type { OperatorRules } from "../domain/notifications/operator-rules.ts";
import type { Log } from "../outside/log.ts";

/**
 * Watches for a new version of the operator's rules. The queue cannot do this, because one process runs a job for all
 * processes, and each process has its own rules. The next `rematch-mutations` reads the unread texts with the new
 * rules.
 */
export function watchRules(
  rules: OperatorRules,
  log: Log,
  every_seconds: number = limits.rulesFileLookSeconds,
): { stop(): void } {
  const stopping = new AbortController();
  const looks = setInterval(every_seconds * 1000, null, { signal: stopping.signal, ref: false });
  const watch = async () => {
    for await (const _ of looks) report(await rules.refresh(), log);
  };
  watch().catch((err: unknown) => {
    if (!stopping.signal.aborted)
      log.error({ err }, "Tepat no longer watches the operator's rules");
  });
  return { stop: () => stopping.abort() };
}

function report(outcome: Awaited<ReturnType<OperatorRules["refresh"]>>, log: Log): void {
  if (outcome instanceof DomainError) {
    log.error(
      { problem: outcome.message },
      "Tepat refused the new rules, so the previous ones stay in use",
    );
  } else if (outcome === "changed") {
    log.info("the operator's rules changed");
  }
}
