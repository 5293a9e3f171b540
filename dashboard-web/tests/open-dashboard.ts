import assert from "node:assert/strict";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, inject } from "vitest";
import { launchBrowser } from "../../checkout-web/tests/browser.ts";
import { openPage } from "../../checkout-web/tests/open-page.ts";
import { cookieOf, signInRequest, type Account } from "../../contract-tests/support/dashboard.ts";
import { send } from "../../contract-tests/support/http.ts";

const { base_url } = inject("service");

const browser: Browser = await launchBrowser();
afterAll(() => browser.close());

/** What any page complained of: an error of ours, or something that the policy refused. */
const complaints: string[][] = [];
afterAll(() => assert.deepEqual(complaints.flat(), []));

export interface VisitOptions extends BrowserContextOptions {
  /** Already signed in. */
  as?: Account;
  /** Already signed in, in a session that other pages share. */
  cookie?: SessionCookie | undefined;
}

const desktop = { viewport: { width: 1280, height: 860 } };

/** A browser of its own at a page of the dashboard, in English unless told. */
export async function visit(address: string, options: VisitOptions = {}): Promise<Page> {
  const { as, cookie = as && (await sessionCookie(as)), ...contextOptions } = options;
  const opened = await openPage(browser, `${base_url}/dashboard${address}`, {
    ...desktop,
    locale: "en-GB",
    reducedMotion: "reduce",
    ...contextOptions,
    before: async (page) => {
      if (cookie) await page.context().addCookies([cookie]);
    },
  });
  complaints.push(opened.complaints);
  return opened.page;
}

type SessionCookie = Awaited<ReturnType<typeof sessionCookie>>;

export async function sessionCookie(account: Account) {
  const { headers } = await send(signInRequest(account), base_url);
  const [name = "", value = ""] = cookieOf(headers).split("=", 2);
  return { name, value, domain: "127.0.0.1", path: "/dashboard" };
}

export const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true });

export const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
