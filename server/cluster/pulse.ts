import { setTimeout as wait } from "node:timers/promises";
import { createInvoice } from "../chaos/clients.ts";
import type { Ledger } from "../chaos/ledger.ts";
import type { Reachable } from "../chaos/supervisor.ts";
import type { Shop } from "../testing/fixtures.ts";

/**
 * Sends a create every 150 ms, independent of earlier ones, and records when each was acknowledged. The longest
 * pause is the time in which no payment could be created, including requests that never got a response.
 */
export interface Pulse {
  /** Returns the longest time without an acknowledged create so far. Planned downtime of the server is left out. */
  longestPause(): number;
  /** Stops, and resolves when every create has its response. */
  stop(): Promise<void>;
}

const beatMilliseconds = 150;

export function startPulse(server: Reachable, shop: Shop, ledger: Ledger, name: string): Pulse {
  const over = new AbortController();
  const underWay = new Set<Promise<void>>();
  let longest = 0;
  let heardAt = performance.now();

  function hear(): void {
    const now = performance.now();
    longest = Math.max(longest, now - heardAt);
    heardAt = now;
  }

  async function beat(payment_code: string): Promise<void> {
    const fields = { payment_code, payment_amount: amountOf(payment_code) };
    const outcome = await createInvoice(server, shop, fields, { ledger });
    if (outcome === "created") hear();
  }

  const running = (async () => {
    for (let number = 0; !over.signal.aborted; number++) {
      if (server.isUp) {
        const sent = beat(`${name}-${number}`);
        underWay.add(sent);
        void sent.finally(() => underWay.delete(sent));
      } else {
        heardAt = performance.now();
      }
      await wait(beatMilliseconds);
    }
    await Promise.all(underWay);
  })();

  return {
    longestPause: () => Math.round(Math.max(longest, performance.now() - heardAt)),
    stop() {
      over.abort();
      return running;
    },
  };
}

/**
 * Returns an amount that no client of the load uses. The amounts are spread so that their totals do
 * not run out.
 */
function amountOf(payment_code: string): number {
  let sum = 0;
  for (const letter of payment_code) sum = (sum * 31 + letter.charCodeAt(0)) % 50_000;
  return 30_000_001 + sum * 1_000;
}
