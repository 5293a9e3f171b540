import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, expect, test } from "vitest";
import {
  publishedOperations,
  type PublishedOperation,
} from "../../contract-tests/support/documents.ts";
import { askDocumented, openActors } from "../testing/actors.ts";
import { createTestDatabase } from "../testing/database.ts";
import { openInProcessService } from "../testing/in-process-service.ts";

/**
 * Fault H9, in seconds. For a longer run: `SOAK_REQUESTS=20000 npx vitest run --project server
 * server/security/soak.test.ts`.
 */

const requests = Number(process.env["SOAK_REQUESTS"] ?? 200);
const atOnce = 20;
/**
 * A leak of two kilobytes per request would appear in each round. Compiled code and caches grow in one round only.
 */
const growthBytesMax = 2048 * requests;

const database = await createTestDatabase();
afterAll(database.drop);

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

test(
  "the server leaks no memory over thousands of requests",
  { timeout: 180_000 + 20 * requests },
  async () => {
    const { gateway, dispatch } = openInProcessService(database.sql);
    const sample = await openActors(gateway, dispatch);
    // Operations that can be repeated, and one that fails.
    const operations = publishedOperations.filter(
      ({ operationId }) => !/^(registerDevice|cancelPayment)$/.test(operationId),
    );

    async function round(): Promise<number> {
      for (let sent = 0; sent < requests; sent += atOnce) {
        const asked = Array.from({ length: atOnce }, (_, index) => {
          const operation = operations[(sent + index) % operations.length] as PublishedOperation;
          return askDocumented(dispatch, sample(operation));
        });
        for (const { status } of await Promise.all(asked)) expect(status).toBeLessThan(500);
      }
      collectGarbage();
      return process.memoryUsage().heapUsed;
    }

    const heaps = [await round(), await round(), await round(), await round()];
    const growths = heaps.slice(1).map((bytes, index) => bytes - (heaps[index] as number));
    console.log(`soak: ${4 * requests} requests, the heap grew by ${growths.join(", ")} bytes`);
    expect(Math.min(...growths)).toBeLessThan(growthBytesMax);
  },
);
