import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { simulate, type SimulationReport } from "./simulation.ts";

const steps = 400;
const fixedSeeds = [1, 2, 3];
const newSeeds = Array.from({ length: 2 }, () => Math.floor(Math.random() * 2 ** 31));

async function run(seed: number, length: number): Promise<SimulationReport> {
  const database = await createTestDatabase();
  try {
    return await simulate({ url: database.url, seed, steps: length });
  } finally {
    await database.drop();
  }
}

test.each([...fixedSeeds, ...newSeeds])(
  "a history agrees with the model, and no work is due at its end (seed %i)",
  async (seed) => {
    const report = await run(seed, steps);
    console.log(
      `npm run simulate -- --seed ${seed} --steps ${steps}`,
      JSON.stringify({ seconds: report.seconds, payments: report.payments }),
    );
    expect(report.payments).toMatchObject({
      PAID: expect.any(Number),
      EXPIRED: expect.any(Number),
    });
    expect(report.deliveries["SUCCESS"]).toBeGreaterThan(0);
    expect(Object.keys(report.deliveries).toSorted()).toEqual(["FAILED", "SUCCESS"]);
  },
);
