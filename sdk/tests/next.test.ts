import { execFile, spawn, type ChildProcess } from "node:child_process";
import { on, once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { installAside } from "../../web-shared/testing/install-aside.ts";
import { pendingPayment } from "../test-support/answers.ts";

/**
 * Runs as `npm test -- --all --project histories next`: tests Next.js apps, built and started as a shop
 * does.
 */

const run = promisify(execFile);
const environment = {
  ...process.env,
  NODE_ENV: "production",
  NEXT_TELEMETRY_DISABLED: "1",
} as const;

let paymentStatus: string;
let gateway: Server;
let gatewayUrl: string;

beforeAll(async () => {
  gateway = createServer((_request, response) => {
    const data = { ...pendingPayment, payment_status: paymentStatus };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ success: true, message: "ok", data }));
  }).listen(0, "127.0.0.1");
  await once(gateway, "listening");
  gatewayUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
});
afterAll(() => gateway.close());

const layout = `export default ({ children }) => <html><body>{children}</body></html>;`;
const page = `import { Tepat } from "../tepat.mjs";

const tepat = new Tepat({ apiKey: "pgk_live_0123456789abcdefghijklmnopqrstuv_123456", baseUrl: process.env.TEPAT_URL });

export default async function Page() {
  const { payment_status } = await tepat.payments.get("INV-1");
  return <main>{payment_status}</main>;
}
`;

async function buildApp(folder: string, app: string, env: NodeJS.ProcessEnv): Promise<void> {
  await mkdir(path.join(app, "app"));
  await writeFile(path.join(app, "package.json"), JSON.stringify({ private: true }));
  await writeFile(path.join(app, "app/layout.jsx"), layout);
  await writeFile(path.join(app, "app/page.jsx"), page);
  await build({
    entryPoints: [path.join(import.meta.dirname, "../src/index.ts")],
    outfile: path.join(app, "tepat.mjs"),
    bundle: true,
    format: "esm",
  });
  await run(process.execPath, [nextProgram(folder), "build"], { cwd: app, env });
}

const nextProgram = (folder: string) => path.join(folder, "node_modules/next/dist/bin/next");

/** Starts the app on a free port and returns its address once the app prints it. */
async function start(
  folder: string,
  app: string,
  env: NodeJS.ProcessEnv,
): Promise<{ process: ChildProcess; address: string }> {
  const args = [nextProgram(folder), "start", "--hostname", "127.0.0.1", "--port", "0"];
  const child = spawn(process.execPath, args, { cwd: app, env });
  let said = "";
  for await (const [chunk] of on(child.stdout, "data", { close: ["end"] })) {
    said += String(chunk);
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
    if (address !== undefined) return { process: child, address };
  }
  throw new Error(`Next.js ended: ${said}`);
}

describe.each(["14.2.35", "16.4.6"])("a page of Next.js %s", (version) => {
  test(
    "shows the payment's current state at each request",
    { timeout: 600_000 },
    async (context) => {
      const installed = await installAside({ name: "next", version });
      if ("obstacle" in installed) return context.skip(installed.obstacle);
      const { folder } = installed;
      const app = await mkdtemp(path.join(folder, "app-"));
      onTestFinished(() => rm(app, { recursive: true }));
      const env = { ...environment, TEPAT_URL: gatewayUrl };
      paymentStatus = "PENDING";
      await buildApp(folder, app, env);
      const server = await start(folder, app, env);
      try {
        const shown = async () => (await fetch(server.address)).text();
        expect(await shown()).toContain("<main>PENDING</main>");
        paymentStatus = "PAID";
        expect(await shown()).toContain("<main>PAID</main>");
      } finally {
        server.process.kill();
        await once(server.process, "exit");
      }
    },
  );
});
