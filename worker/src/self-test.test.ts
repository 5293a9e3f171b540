import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFakePhone, shadeEntry, type FakePhone } from "../testing/fake-phone.ts";
import { noted, openOutbox, type Outbox } from "./outbox.sql.ts";
import { selfTest } from "./self-test.ts";
import { termuxPhone } from "./phone.ts";

let home: string;
let fake: FakePhone;
let slept: number;
let outbox: Outbox;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "tepat-worker-"));
  fake = await createFakePhone(home);
  slept = 0;
  outbox = openOutbox(":memory:");
  vi.stubEnv("PATH", `${fake.programs}:${process.env["PATH"]}`);
  await fake.replace("termux-notification-remove", `echo "$1" >>'${home}/removed'`);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  outbox.close();
  await rm(home, { recursive: true, force: true });
});

const run = () =>
  selfTest(outbox, termuxPhone, async (milliseconds) => {
    slept += milliseconds;
  });

/** Imitates `termux-notification` on Android 14, which lists a posted notification among others. */
const post = (shown: { title: string; content: string }) => `
cat >'${home}/shade.json' <<END
[
  {"id": 1, "tag": "", "key": "k", "group": "", "packageName": "com.bca", "title": "x", "content": "x", "when": ""},
  {"id": 0, "tag": "$2", "key": "0|com.termux.api|0|$2|10300", "group": "", "packageName": "com.termux.api",
   "title": "${shown.title}", "content": "${shown.content}", "when": "2026-11-21 10:15:30"}
]
END`;

test("a readable text passes the self-test, and the notification is removed", async () => {
  await fake.replace("termux-notification", post({ title: "$4", content: "$6" }));
  const said = await run();
  expect(said).toContain("read back with its text");
  expect(said).not.toContain("one-time code");
  expect(await readFile(join(home, "removed"), "utf8")).toBe(
    "tepat-self-test\ntepat-self-test-code\n",
  );
  expect(slept).toBe(0);
  expect(noted(outbox, "texts_hidden")).toBe("false");
});

test("a one-time code hidden by Android is only information", async () => {
  const hidden = post({ title: "Termux:API", content: "Sensitive notification content hidden" });
  const shown = post({ title: "$4", content: "$6" });
  await fake.replace(
    "termux-notification",
    `case "$2" in *-code) ${hidden}\n;; *) ${shown}\n;; esac`,
  );
  expect(await run()).toMatch(/read back with its text[^]*hides texts with a one-time code/);
  expect(noted(outbox, "texts_hidden")).toBe("false");
});

test.each([
  "Sensitive notification content hidden",
  "Konten notifikasi sensitif disembunyikan",
  "",
])("a text that Android replaces by %j is reported with the fix", async (content) => {
  await fake.replace("termux-notification", post({ title: "Termux:API", content }));
  await expect(run()).rejects.toThrow(
    /RECEIVE_SENSITIVE_NOTIFICATIONS allow[^]*off and on[^]*Enhanced notifications: off/,
  );
  expect(noted(outbox, "texts_hidden")).toBe("true");
  expect(await readFile(join(home, "removed"), "utf8")).toBe("tepat-self-test\n");
});

test("a notification that never appears is reported after ten seconds", async () => {
  await fake.replace("termux-notification", "exit 0");
  await fake.show([shadeEntry({ title: "Transfer masuk" })]);
  await expect(run()).rejects.toThrow("is not listed");
  expect(slept).toBe(10_000);
  expect(noted(outbox, "texts_hidden")).toBeNull();
});

test("unlistable notifications are reported with the reason", async () => {
  await fake.replace("termux-notification", "exit 0");
  await fake.replace("termux-notification-list", "exit 0");
  await expect(run()).rejects.toThrow("Give Termux:API notification access");
});

test("without Termux:API the self-test names the package to install", async () => {
  await expect(run()).rejects.toThrow(
    /termux-notification is not installed.*pkg install termux-api/,
  );
});
