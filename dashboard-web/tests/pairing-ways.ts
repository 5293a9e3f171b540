import type { Locator, Page } from "playwright-core";
import { button } from "./open-dashboard.ts";

/** Opens the dialog on a server that has the app, and chooses a way. */
export async function chosenWay(page: Page, way: string) {
  await withApp(page, true);
  await button(page, "Add a source").first().click();
  const dialog = page.getByRole("dialog");
  await chooseWay(dialog, "An Android phone", way);
  return dialog;
}

export type PhoneAnswer = "An Android phone" | "An iPhone" | "No phone";

/** Answers which phone has the bank's app, and chooses a way, which might be among the other ways. */
export async function chooseWay(dialog: Locator, phone: PhoneAnswer, way: string) {
  await dialog.getByLabel(phone).check();
  const chosen = dialog.getByRole("button", { name: `Choose ${way}` });
  if (!(await chosen.isVisible())) await unfold(dialog);
  await chosen.click();
}

/** Opens everything that is folded. */
export const unfold = (dialog: Locator) =>
  dialog.locator("details").evaluateAll((all) => {
    for (const each of all as HTMLDetailsElement[]) each.open = true;
  });

/** Sets whether the server has the app, because some machines have built it and others have not. */
export const withApp = (page: Page, has_app: boolean) => withOffer(page, () => ({ has_app }));

/** Gives the server an address that phones can reach. */
export const withPublicAddress = (page: Page, has_app: boolean) =>
  withOffer(page, ({ uri }) => ({
    has_app,
    uri: uri.replace(/^[^/]+\/\/[^/]+/u, "https://pay.example.com"),
  }));

const withOffer = (page: Page, change: (offer: { uri: string }) => object) =>
  page.route("**/dashboard/api/pairing", async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { uri: string } };
    const data = { ...answer.data, ...change(answer.data) };
    await route.fulfill({ response, json: { ...answer, data } });
  });
