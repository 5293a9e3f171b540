import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { button, heading, visit } from "./open-dashboard.ts";
import { openShop } from "./people.ts";

const [light, dark] = ["rgb(244, 243, 239)", "rgb(19, 21, 20)"];

const ground = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

/**
 * Returns the colours of the browser's bars around the page, and of the fields that the browser
 * draws.
 */
const browsersOwn = (page: Page) =>
  page.evaluate(() => {
    const metas = [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")];
    return [
      metas.find(({ media }) => matchMedia(media).matches)?.content,
      getComputedStyle(document.documentElement).colorScheme,
    ];
  });

test("a person chooses light, dark or the device's colours, and the browser keeps the choice", async () => {
  const shop = await openShop();
  const page = await visit("/", { as: shop, colorScheme: "light" });
  await heading(page, "Overview").waitFor();
  expect(await ground(page)).toBe(light);

  await button(page, "Dark").click();
  expect(await ground(page)).toBe(dark);
  expect(await browsersOwn(page)).toEqual(["#131514", "dark"]);
  expect(await button(page, "Dark").getAttribute("aria-pressed")).toBe("true");
  await page.reload();
  await heading(page, "Overview").waitFor();
  expect(await ground(page)).toBe(dark);
  await page.emulateMedia({ media: "print" });
  expect([await ground(page), (await browsersOwn(page))[1]]).toEqual([light, "light"]);

  await page.emulateMedia({ media: "screen", colorScheme: "dark" });
  await button(page, "Light").click();
  expect(await ground(page)).toBe(light);
  expect(await browsersOwn(page)).toEqual(["#f4f3ef", "light"]);
  await button(page, "System").click();
  expect(await ground(page)).toBe(dark);
  await page.emulateMedia({ colorScheme: "light" });
  expect(await ground(page)).toBe(light);
});
