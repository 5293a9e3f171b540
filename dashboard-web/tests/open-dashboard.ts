import { chromium, type BrowserContextOptions, type Page } from "playwright-core";
import { expect, inject } from "vitest";
import { framesDrawn, openPage, show, type Look } from "../../web-shared/testing/open-page.ts";
import { cookieOf, signInRequest, type Account } from "../../contract-tests/support/dashboard.ts";
import { send } from "../../contract-tests/support/http.ts";
import type { Merchant } from "./people.ts";
import { visited } from "./visited.ts";

const { base_url } = inject("service");

export const browser = await chromium.connect(inject("browserAddress"));
visited.browser = browser;

export interface VisitOptions extends BrowserContextOptions {
  /** Signs this person in, in the session in which the account was opened. */
  as?: Pick<Merchant, "person"> | undefined;
  /** Signs a person in with this session. */
  cookie?: SessionCookie;
  /** Whether the page stays open after the test, for other tests of the file. */
  stays?: boolean;
  /** Whether all pages load after two seconds. That takes as much work as three visits. */
  loadsAhead?: boolean;
  /** Runs in the page before its own scripts. */
  whenOpened?(this: void): void;
  /** Runs before the page is opened. */
  prepare?(this: void, page: Page): Promise<void>;
  /** Acts in the page at the very moment when an element appears, before any effect of its component. */
  whenAppears?: { selector: string; act(this: void, element: HTMLElement): void };
}

const desktop = { viewport: { width: 1280, height: 860 } };

/** Opens a page of the dashboard in its own browser, in English by default. */
export async function visit(address: string, options: VisitOptions = {}): Promise<Page> {
  const {
    as,
    cookie = as && browserCookie(as.person.cookie),
    stays = false,
    loadsAhead = false,
    whenAppears,
    whenOpened,
    prepare,
    ...contextOptions
  } = options;
  const opened = await openPage(browser, `${base_url}/dashboard${address}`, {
    ...desktop,
    locale: "en-GB",
    reducedMotion: "reduce",
    ...contextOptions,
    before: async (page) => {
      if (cookie) await page.context().addCookies([cookie]);
      if (!loadsAhead) await page.addInitScript(saveData);
      await prepare?.(page);
      if (whenOpened) await page.addInitScript(whenOpened);
      if (whenAppears) {
        const { selector, act } = whenAppears;
        await page.addInitScript(
          `(${String(actOnce)})(${JSON.stringify(selector)}, ${String(act)})`,
        );
      }
    },
  });
  visited.complaints.push(opened.complaints);
  if (!stays) visited.byTest.push(opened.page.context());
  return opened.page;
}

/**
 * Moves to another page as a link does, so that the document stays, with axe in it. This takes a sixth of the work of
 * opening a page.
 */
export async function turnTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", `/dashboard${to}`);
    dispatchEvent(new PopStateEvent("popstate"));
  }, address);
  await framesDrawn(page);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect.poll(() => page.locator("[role=progressbar], [aria-busy=true]").count()).toBe(0);
}

/**
 * Returns a function that shows a page in a window that several tests of a file share. The first test opens the
 * window. Each test begins with a page that is shown again. Data that the browser stores stays for the following
 * tests.
 */
export function keptWindow(options: VisitOptions): (address: string, look?: Look) => Promise<Page> {
  let opened: Promise<Page> | undefined;
  return async (address, look) => {
    const page = await (opened ??= visit(noPage, { ...options, stays: true }));
    if (look) await show(page, look);
    await turnTo(page, noPage);
    await turnTo(page, address);
    return page;
  };
}

const noPage = "/no-page";

/** Runs in the page. Makes the browser save data. */
function saveData() {
  Object.defineProperty(navigator, "connection", { value: { saveData: true } });
}

/** Runs in the page. An observer is called before any other work of the browser. */
function actOnce(selector: string, act: (element: HTMLElement) => void) {
  const observer = new MutationObserver(() => {
    const element = document.querySelector<HTMLElement>(selector);
    if (!element) return;
    observer.disconnect();
    act(element);
  });
  observer.observe(document, { childList: true, subtree: true });
}

type SessionCookie = ReturnType<typeof browserCookie>;

/** Signs in, in a new session. */
export async function sessionCookie(account: Account): Promise<SessionCookie> {
  const { headers } = await send(signInRequest(account), base_url);
  return browserCookie(cookieOf(headers));
}

export function browserCookie(cookie: string) {
  const [name = "", value = ""] = cookie.split("=", 2);
  return { name, value, domain: "127.0.0.1", path: "/dashboard" };
}

export const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true });

/** Returns the chip of a view of the transfers. The chip of those to decide has their number. */
export const view = (page: Page, name: string) =>
  page
    .getByRole("list", { name: "Show" })
    .getByRole("link", { name: new RegExp(`^${name}(?: \\(|$)`, "u") });

export const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
