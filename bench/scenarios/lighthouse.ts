import { freePort } from "../../server/testing/free-port.ts";
import {
  categories,
  installLighthouse,
  startLighthouse,
} from "../../web-shared/testing/lighthouse.ts";
import { startTepat } from "../systems/servers.ts";
import type { Fixture } from "../fixture.ts";
import { preparePayments } from "../payments.ts";
import { table } from "../report.ts";

/** Measures the checkout page of a real server with Lighthouse, in the Chromium of the tests. */
export async function measurePage(fixture: Fixture): Promise<string> {
  const obstacle = await installLighthouse();
  if (obstacle !== null) throw new Error(obstacle);
  const [prepared] = await preparePayments(fixture, 1);
  if (!prepared) throw new Error("there is no invoice to look at");
  const server = await startTepat(fixture, "node");
  const lighthouse = await startLighthouse(await freePort());
  try {
    const address = `http://127.0.0.1:${server.port}/pay/${prepared.payment.payment_id}`;
    const rows: string[][] = [];
    for (const device of ["phone", "desktop"] as const) {
      const { scores } = await lighthouse.audit(address, { device });
      rows.push([device, ...categories.map((name) => String(scores[name]))]);
    }
    return table(["", ...categories], rows);
  } finally {
    await lighthouse.stop();
    await server.stop();
  }
}
