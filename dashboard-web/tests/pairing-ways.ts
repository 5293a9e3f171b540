import type { Page } from "playwright-core";
import { button } from "./open-dashboard.ts";

/** Opens the dialog on a server that has the app, and chooses a way. */
export async function chosenWay(page: Page, way: string) {
  await withApp(page, true);
  await button(page, "Connect a phone").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: `Choose ${way}` }).click();
  return dialog;
}

/** Whether this machine has built the app does not matter to these tests. */
export const withApp = (page: Page, has_app: boolean) =>
  page.route("**/dashboard/api/pairing", async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, has_app } } });
  });
