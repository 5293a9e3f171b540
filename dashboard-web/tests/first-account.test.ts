import { afterAll, expect, test } from "vitest";
import { freePort } from "../../contract-tests/support/service.ts";
import { createTestDatabase } from "../../server/testing/database.ts";
import { joinTestCluster } from "../../server/testing/global-setup.ts";
import { startServerProcess } from "../../server/testing/server-process.ts";
import { openPage } from "../../web-shared/testing/open-page.ts";
import { browser, button, heading } from "./open-dashboard.ts";

const cluster = await joinTestCluster();
const database = await createTestDatabase(cluster);
const server = await startServerProcess({
  DATABASE_URL: database.url,
  TEPAT_SECRET: "a secret of tests that is long enough to be one",
  HOST: "127.0.0.1",
  PORT: String(await freePort()),
});
afterAll(async () => {
  await server.terminate();
  await database.drop();
  await cluster.leave();
});

test("the printed address opens the first account, once", async () => {
  const printed = /"url":"(?<url>[^"]*first-account[^"]*)"/u.exec(server.output())?.groups?.["url"];
  const { page, complaints } = await openPage(browser, `${server.url}/dashboard`, {
    locale: "en-GB",
  });
  await page.getByText("This server has no account yet.").waitFor();

  await page.goto(`${server.url}/dashboard/first-account#token=wrong`);
  await page.getByLabel("Name of the business").fill("Warung Baru");
  await page.locator("[type=email]").fill("siti@toko.example");
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("a calm lake");
  await button(page, "Create account").click();
  await page.getByRole("alert").getByText("This address is incomplete or wrong.").waitFor();

  await page.goto("about:blank");
  await page.goto(printed ?? "");
  await page.getByLabel("Name of the business").fill("Warung Baru");
  await page.locator("[type=email]").fill("siti@gmail");
  await password.fill("short");
  await button(page, "Create account").click();
  await page.getByText("Enter an email address, such as name@example.com.").waitFor();
  expect(await password.getAttribute("aria-invalid")).toBe("true");
  await page.locator("[type=email]").fill("siti@toko.example");
  await button(page, "Show password").click();
  expect(await password.getAttribute("type")).toBe("text");
  await password.fill("1234567890");
  await button(page, "Create account").click();
  await page.getByText("This password is easy to guess.").waitFor();
  await password.fill("a calm lake");
  await button(page, "Create account").click();
  await heading(page, "Set up your shop").waitFor();

  await page.context().clearCookies();
  await page.goto("about:blank");
  await page.goto(printed ?? "");
  await heading(page, "Create your account").waitFor();
  await page.getByText("The first account already exists.").waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});
