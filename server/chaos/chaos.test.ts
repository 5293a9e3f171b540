import { expect, test } from "vitest";
import { randomSeed } from "../testing/random.ts";
import { chaos } from "./chaos.ts";

/** A short form of `npm run chaos` for CI. db/client.test.ts tests stalls of the network. */
test("killed and stopped processes and databases lose no acknowledged data", async () => {
  const seed = randomSeed("npm run chaos");
  // On a busy machine, ten seconds might prove little, so the test then takes twice as long.
  for (let seconds = 10; ; seconds *= 2) {
    const report = await chaos({
      seed,
      seconds,
      names: ["kill_server", "restart_database", "stop_server", "cut_network", "kill_redis"],
    });
    console.log(JSON.stringify(report));
    expect(report.broken).toEqual([]);
    const { creates, matches } = report.acknowledged;
    if (creates > 20 && matches > 10 && Object.keys(report.faults).length > 2) break;
  }
});
