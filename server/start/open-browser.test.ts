import { expect, test } from "vitest";
import { browserCommand } from "./open-browser.ts";

const url = "http://localhost:8080/dashboard/first-account#token=a";

test.each([
  ["darwin", {}, "open"],
  ["win32", {}, "rundll32"],
  ["linux", { DISPLAY: ":0" }, "xdg-open"],
  ["linux", { WAYLAND_DISPLAY: "wayland-0" }, "xdg-open"],
] as const)("a desktop of %s with %j opens the browser", (platform, env, program) => {
  const command = browserCommand(url, platform, env) ?? [];
  expect(command[0]).toBe(program);
  expect(command.at(-1)).toBe(url);
});

test.each([
  ["linux", {}],
  ["linux", { DISPLAY: "" }],
  ["linux", { DISPLAY: ":10", SSH_CONNECTION: "192.0.2.1 50000 192.0.2.2 22" }],
  ["darwin", { SSH_CONNECTION: "192.0.2.1 50000 192.0.2.2 22" }],
] as const)("%s with %j has no desktop", (platform, env) => {
  expect(browserCommand(url, platform, env)).toBeNull();
});
