import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "../../server/testing/database.ts";
import { joinTestCluster } from "../../server/testing/global-setup.ts";
import { openPage } from "../../web-shared/testing/open-page.ts";
import { browser, button, heading } from "./open-dashboard.ts";

const cluster = await joinTestCluster();
const database = await createTestDatabase(cluster);
const program = join(import.meta.dirname, "../../server/testing/serve-local-network.ts");
const child = fork(program, {
  execArgv: [],
  env: {
    DATABASE_URL: database.url,
    TEPAT_SECRET: "a secret of tests that is long enough to be one",
  },
});
const [server] = (await once(child, "message")) as [{ url: string; firstAccountAddress: string }];
afterAll(async () => {
  child.kill("SIGTERM");
  await once(child, "exit");
  await database.drop();
  await cluster.leave();
});

test("the only owner opens Tepat to phones on the Wi-Fi, and reads nothing for several merchants", async () => {
  const { page, complaints } = await openPage(browser, server.firstAccountAddress, {
    locale: "en-GB",
  });
  await page.getByLabel("Name of the business").fill("Warung Baru");
  await page.locator("[type=email]").fill("siti@toko.example");
  await page.getByLabel("Password", { exact: true }).fill("a calm lake");
  await button(page, "Create account").click();
  await heading(page, "Set up your shop").waitFor();

  await page.goto(`${server.url}/dashboard/server`);
  await page.getByText("Only this computer can open Tepat now.").waitFor();
  await page.getByText("The connection is not encrypted").waitFor();
  await button(page, "Let phones and computers on this network connect").click();
  const address = server.url.replace("127.0.0.1", "127.0.0.2");
  await page.getByRole("img", { name: `QR code of ${address}` }).waitFor();
  await button(page, "Use this address in links").waitFor();

  const phone = await openPage(browser, `${address}/dashboard`, { locale: "en-GB" });
  await heading(phone.page, "Sign in").waitFor();
  await phone.page.context().close();

  await button(page, "Close Tepat to this network").click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Close Tepat to this network" })
    .click();
  await page.getByText("Only this computer can open Tepat now.").waitFor();
  await expect.poll(() => fetch(address).catch(() => "refused")).toBe("refused");

  await page.goto(`${server.url}/dashboard/operator`);
  await page.getByText("PostgreSQL").waitFor();
  await page.getByText("siti@toko.example").last().waitFor();
  await expect.poll(() => page.getByText("TEPAT_SECRET").count()).toBe(0);
  await expect.poll(() => page.getByText("Days of use").count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.context().close();
});
