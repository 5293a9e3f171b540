import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { launchBrowserServer } from "../../web-shared/testing/browser.ts";
import { freePort, startService, type Service } from "../../contract-tests/support/service.ts";
import { tepatOf } from "../../contract-tests/support/command-line.ts";
import { buildPages } from "../../server/bin/set-up.mjs";
import { appFile } from "./app-file.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of the Chromium that all files share. */
    browserAddress: string;
    /** The port of the mail server for the gateway's emails. */
    mailPort: number;
    /** The person who runs the server and sells days of quota. */
    operator: Operator;
  }
}

export interface Operator {
  merchant_id: string;
  email: string;
  password: string;
  api_key: string;
}

/**
 * Starts, once for all files, a browser and a server with the current pages, at which accounts can be
 * opened.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { transport, program } = project.getProvidedContext();
  const mailPort = await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), "tepat-dashboard-"));
  const TEPAT_ANDROID_APP = path.join(folder, "app.apk");
  await writeFile(TEPAT_ANDROID_APP, appFile());
  const settings = {
    TEPAT_ANDROID_APP,
    ALLOW_SIGN_UP: "true",
    // The receivers of these tests have private addresses.
    WEBHOOK_ALLOW_PRIVATE: "true",
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    // Each merchant opens an account from another network.
    TRUST_PROXY: "127.0.0.1",
  };
  const [browser, own] = await Promise.all([
    launchBrowserServer(),
    buildPages().then(() => startService({ transport, program }, settings)),
  ]);
  const operator = await openOperator(own.service);
  project.provide("service", own.service);
  project.provide("browserAddress", browser.wsEndpoint());
  project.provide("mailPort", mailPort);
  project.provide("operator", operator);
  return async () => {
    await Promise.all([browser.close(), own.stop()]);
    await rm(folder, { recursive: true });
  };
}

async function openOperator(service: Service): Promise<Operator> {
  const create = "merchant create --name Operator --email operator@shop.example --account BCA";
  const operator = await tepatOf<Operator>(service, create);
  const change = "merchant update --operator true --quota-price 1000 --merchant";
  await tepatOf(service, change, operator.merchant_id);
  return operator;
}
