import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { launchBrowser } from "../../web-shared/testing/browser.ts";
import { freePort } from "../../server/testing/free-port.ts";
import { startTepat } from "../contestants/servers.ts";
import type { Ground } from "../ground.ts";
import { preparePayments } from "../payments.ts";
import { table } from "../report.ts";

/** Measures the checkout page of a real server with Lighthouse, in the Chromium of the tests. */

const run = promisify(execFile);

/** Lighthouse takes 70 MB and nothing else needs it, so it is fetched when this section is measured. */
const version = "13.5.0";
const folder = path.resolve(import.meta.dirname, "../../.cache/lighthouse");
const program = path.join(folder, "node_modules/lighthouse/cli/index.js");

const categories = ["performance", "accessibility", "best-practices"] as const;

interface Report {
  categories: Record<(typeof categories)[number], { score: number }>;
}

export async function measurePage(ground: Ground): Promise<string> {
  if (!existsSync(program)) {
    await mkdir(folder, { recursive: true });
    await run("npm", [
      "install",
      "--prefix",
      folder,
      "--no-audit",
      "--no-fund",
      `lighthouse@${version}`,
    ]);
  }
  const [prepared] = await preparePayments(ground, 1);
  if (!prepared) throw new Error("there is no invoice to look at");
  const server = await startTepat(ground, "node");
  const debuggingPort = await freePort();
  const browser = await launchBrowser({
    args: ["--no-sandbox", `--remote-debugging-port=${debuggingPort}`],
  });
  try {
    const address = `http://127.0.0.1:${server.port}/pay/${prepared.payment.payment_id}`;
    const rows: string[][] = [];
    for (const [device, flags] of [
      ["phone", []],
      ["desktop", ["--preset=desktop"]],
    ] as const) {
      const { stdout } = await run(
        process.execPath,
        [
          program,
          address,
          `--port=${debuggingPort}`,
          `--only-categories=${categories.join(",")}`,
          "--output=json",
          "--quiet",
          ...flags,
        ],
        { maxBuffer: 64 * 1024 * 1024 },
      );
      const report = JSON.parse(stdout) as Report;
      rows.push([
        device,
        ...categories.map((name) => String(Math.round(report.categories[name].score * 100))),
      ]);
    }
    return table(["", ...categories], rows);
  } finally {
    await browser.close();
    await server.stop();
  }
}
