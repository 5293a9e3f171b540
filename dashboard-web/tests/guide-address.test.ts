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

test("the server's owner is led to links that customers can open, and to email", async () => {
  const { page, complaints } = await openPage(browser, server.firstAccountAddress, {
    locale: "en-GB",
  });
  await page.getByLabel("Name of the business").fill("Warung Baru");
  await page.locator("[type=email]").fill("siti@toko.example");
  await page.getByLabel("Password", { exact: true }).fill("a calm lake");
  await button(page, "Create account").click();
  await heading(page, "Set up your shop").waitFor();

  await page.getByRole("link", { name: "Let customers open your links" }).click();
  await page.getByText("Links open on this computer only").waitFor();
  const { port } = new URL(server.url);
  await button(page, "Skip this step").click();
  await button(page, "Choose how").waitFor();
  // Before a person begins with a phone, the step says that the phone needs the address.
  await page.getByText("A phone cannot reach Tepat yet").waitFor();
  await page.getByRole("link", { name: "Set the address first" }).click();
  await page.getByLabel("My own domain").check();
  await page.getByText(`--to 127.0.0.1:${port}`).waitFor();
  await page.getByLabel("A free Cloudflare Tunnel").check();
  await page.getByText(`cloudflared tunnel --url http://127.0.0.1:${port}`).waitFor();
  const address = page.getByRole("textbox", { name: "Public address" });
  await address.fill("http://localhost");
  await button(page, "Save").click();
  await expect.poll(() => address.getAttribute("aria-invalid")).toBe("true");

  // The address takes effect at once, and its test shows the result.
  await address.fill("pay.invalid");
  await button(page, "Save").click();
  await page.getByText("The name was not found.").waitFor();
  await page.getByText("https://pay.invalid", { exact: true }).waitFor();
  await page.getByRole("heading", { name: "Let customers open your links Done" }).waitFor();
  await button(page, "See real payments").waitFor();

  // The same address is tested again when it is saved again.
  const again = page.waitForResponse((response) =>
    response.url().endsWith("/public-address/tests"),
  );
  await button(page, "Save").click();
  await again;
  await page.getByText("The name was not found.").waitFor();

  await page.getByLabel("Only my Wi-Fi for now").check();
  await button(page, "Let phones and computers on this network connect").click();
  await button(page, "Use this address in links").waitFor();
  const works = `http://127.0.0.1:${port} reaches this server.`;
  expect(await page.getByText(works).count()).toBe(0);

  // An empty form for email marks each missing field at once.
  await page.goto(new URL("/dashboard/server", page.url()).href);
  const sender = page.locator("[name=sender_address]");
  await sender.press("Enter");
  await expect.poll(() => sender.getAttribute("aria-invalid")).toBe("true");
  expect(await page.locator("[name=password]").getAttribute("aria-invalid")).toBe("true");
  expect(complaints).toEqual([]);
  await page.context().close();
});
