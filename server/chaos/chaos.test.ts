import { expect, test } from "vitest";
import { randomSeed } from "../testing/random.ts";
import { chaos } from "./chaos.ts";

/** The short form of `npm run chaos`: what CI has time for. Stalls of the network are tried in db/client.test.ts. */
test("killed and stopped processes and databases lose nothing that was acknowledged", async () => {
  const report = await chaos({
    seed: randomSeed("npm run chaos"),
    seconds: 10,
    kinds: ["kill_server", "restart_database", "stop_server", "cut_network", "kill_redis"],
  });
  console.log(JSON.stringify(report));
  expect(report.broken).toEqual([]);
  expect(report.acknowledged.creates).toBeGreaterThan(20);
  expect(report.acknowledged.matches).toBeGreaterThan(10);
  expect(Object.keys(report.faults).length).toBeGreaterThan(2);
});
