import { expect, test } from "vitest";
import { randomSeed } from "../testing/random.ts";
import { runCluster } from "./cluster.ts";
import { whyNoCluster } from "./packages.ts";

/** A short form of `npm run cluster`: one failover of a real cluster, if its packages are installed. */

const obstacle = whyNoCluster();
if (obstacle !== undefined) console.log(`No cluster is run. ${obstacle}`);

test.skipIf(obstacle !== undefined)(
  "killing the leader of a Patroni cluster loses no acknowledged data",
  async () => {
    await using stack = new AsyncDisposableStack();
    const seed = randomSeed("npm run cluster -- --smoke");
    const report = await runCluster(
      { seed, rounds: 1, names: ["leader_killed"], minutes: 5 },
      stack,
    );
    console.log(JSON.stringify(report));
    expect(report.lost_at_the_end).toEqual([]);
    expect(report.trials.flatMap(({ broken }) => broken)).toEqual([]);
    expect(report.trials[0]?.acknowledged).toBeGreaterThan(20);
  },
);
