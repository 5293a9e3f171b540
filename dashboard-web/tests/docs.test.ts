import path from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { launchBrowser } from "../../web-shared/testing/browser.ts";
import { isScrolledSideways, takePicture } from "../../web-shared/testing/open-page.ts";

/** Tests `/docs/api` in a browser. Like the dashboard's tests, it needs a running service. */

/** The folder of pictures for people to look at. It is not in git. */
const folder = path.resolve(import.meta.dirname, "../../artifacts/docs");

const { base_url } = inject("service");
const browser = await launchBrowser();
afterAll(() => browser.close());

const screens = {
  desktop: { width: 1280, height: 860 },
  phone: { width: 390, height: 844 },
};

test.each(Object.entries(screens))(
  "the API reference works on a %s without requests to other servers or console errors",
  async (name, viewport) => {
    const page = await browser.newPage({ viewport });
    const complaints: string[] = [];
    const asked: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    page.on("request", (request) => asked.push(request.url()));

    await page.goto(`${base_url}/docs/api`);
    await page.getByRole("heading", { name: "Rate limits" }).waitFor();
    await takePicture(page, path.join(folder, `${name}.png`));
    await page.goto(`${base_url}/docs/api#/payments/createpayment`);
    await page.getByRole("heading", { name: "Create a payment" }).waitFor();
    await takePicture(page, path.join(folder, `${name}-operation.png`));
    expect(await page.locator("#reference").textContent()).toContain(base_url);
    expect(await isScrolledSideways(page)).toBe(false);

    const elsewhere = asked.filter((url) => !url.startsWith(base_url) && !url.startsWith("data:"));
    expect(elsewhere).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  },
);

test("the guides follow the dashboard's language, and a shared link's language is not remembered", async () => {
  const context = await browser.newContext({ locale: "id-ID" });
  const page = await context.newPage();
  const languageAt = async (address: string) => {
    await page.goto(`${base_url}${address}`);
    return page.locator("html").getAttribute("lang");
  };
  expect(await languageAt("/docs/phone")).toBe("id");
  expect(await languageAt("/docs/phone?lang=en")).toBe("en");
  expect(await languageAt("/docs/phone")).toBe("id");
  // The choice stored by an earlier release, which was for the dashboard only.
  const former = { name: "tepat_lang", value: "id", domain: new URL(base_url).hostname };
  await context.addCookies([{ ...former, path: "/dashboard" }]);
  expect(await languageAt("/dashboard/sign-in")).toBe("id");
  await page.getByRole("button", { name: "English" }).click();
  await page.locator("html[lang=en]").waitFor();
  expect(await languageAt("/docs/phone")).toBe("en");
  await page.getByRole("banner").getByRole("link", { name: "Bahasa Indonesia" }).click();
  await page.locator("html[lang=id]").waitFor();
  expect(await languageAt("/dashboard/sign-in")).toBe("id");
  await context.close();
});

test("the search of the guides works again after its index could not be loaded", async () => {
  const page = await browser.newPage({ locale: "en-GB" });
  let isFailing = true;
  await page.route("**/search-en.json", (route) => (isFailing ? route.abort() : route.continue()));
  await page.goto(`${base_url}/docs`);
  const field = page.getByRole("searchbox", { name: "Search the guides" });
  await field.fill("phone");
  await page.getByText("No results.").waitFor();
  isFailing = false;
  await field.fill("phones");
  await page.locator(".results li").first().waitFor();
  await page.close();
});
