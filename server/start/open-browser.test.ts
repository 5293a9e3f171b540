import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { browserCommand, forgetAddress, openBrowser } from "./open-browser.ts";

const file = "/srv/tepat/first-account.html";
const url = "http://localhost:8080/dashboard/first-account#token=a-secret_token";

test.each([
  ["darwin", {}, "open"],
  ["win32", {}, "rundll32"],
  ["linux", { DISPLAY: ":0" }, "xdg-open"],
  ["linux", { WAYLAND_DISPLAY: "wayland-0" }, "xdg-open"],
] as const)("a desktop of %s with %j opens the browser", (platform, env, program) => {
  const command = browserCommand(file, platform, env) ?? [];
  expect(command[0]).toBe(program);
  expect(command.at(-1)).toBe(file);
});

test.each([
  ["linux", {}],
  ["linux", { DISPLAY: "" }],
  ["linux", { DISPLAY: ":10", SSH_CONNECTION: "192.0.2.1 50000 192.0.2.2 22" }],
  ["linux", { DISPLAY: ":0", SUDO_USER: "siti" }],
  ["darwin", { SSH_CONNECTION: "192.0.2.1 50000 192.0.2.2 22" }],
  ["darwin", { SUDO_USER: "siti" }],
] as const)("%s with %j opens no browser", (platform, env) => {
  expect(browserCommand(file, platform, env)).toBeNull();
});

/** A desktop whose browser writes down the words of its command line. */
function makeDesktop() {
  const directory = mkdtempSync(join(tmpdir(), "tepat-browser-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const words = join(directory, "words");
  const script = `#!/bin/sh\nprintf '%s\\n' "$@" > '${words}.part' && mv '${words}.part' '${words}'\n`;
  writeFileSync(join(directory, "xdg-open"), script, { mode: 0o700 });
  const env = { PATH: `${directory}:/usr/bin:/bin`, DISPLAY: ":0" };
  return {
    data: join(directory, "data"),
    desktop: { platform: "linux", env } as const,
    words: () => vi.waitFor(() => readFileSync(words, "utf8").trim(), { timeout: 10_000 }),
  };
}

test("the browser gets a page that only this user can read, and no command has the secret address", async () => {
  const { data, desktop, words } = makeDesktop();
  await openBrowser(url, data, desktop);
  const page = await words();
  expect(page).toBe(join(data, "first-account.html"));
  expect(statSync(page).mode & 0o777).toBe(0o600);
  expect(statSync(data).mode & 0o777).toBe(0o700);
  expect(readFileSync(page, "utf8")).toContain(`content="0; url=${url}"`);
  await forgetAddress(data);
  expect(existsSync(page)).toBe(false);
});

test("a page that another user created at that path is not written to", async () => {
  const { data, desktop } = makeDesktop();
  await openBrowser(url, data, desktop);
  await expect(openBrowser(`${url}2`, data, desktop)).rejects.toThrow("EEXIST");
});

test("without a desktop no page is written", async () => {
  const { data } = makeDesktop();
  await openBrowser(url, data, { platform: "linux", env: {} });
  expect(existsSync(data)).toBe(false);
});
