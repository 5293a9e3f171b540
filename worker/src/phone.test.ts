import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFakePhone, transfer, type FakePhone } from "../testing/fake-phone.ts";
import { termuxPhone } from "./phone.ts";

let home: string;
let fake: FakePhone;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "tepat-worker-"));
  fake = await createFakePhone(home);
  vi.stubEnv("PATH", `${fake.programs}:${process.env["PATH"]}`);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(home, { recursive: true, force: true });
});

const replace = (program: string, script: string) =>
  writeFile(join(fake.programs, program), `#!/bin/sh\n${script}\n`);

test("Termux's programs return the notifications, the charge, the model and the time zone", async () => {
  const shown = [transfer(1), transfer(2, { lines: ["Pemasukan"] })];
  await fake.show(shown);
  expect(await termuxPhone.listShade()).toEqual(shown);
  expect(await termuxPhone.batteryPercent()).toBe(87);
  expect(await termuxPhone.model()).toBe("Pixel 8a");
  expect(await termuxPhone.timeZone()).toBe("Asia/Jakarta");
});

test.each(["exit 1", "echo", "echo '{}'", "echo '{\"percentage\": 101}'", "echo null"])(
  "the charge is unknown after %j",
  async (script) => {
    await replace("termux-battery-status", script);
    expect(await termuxPhone.batteryPercent()).toBeNull();
  },
);

test.each(["exit 1", "echo", "echo Mars/Olympus"])(
  "the shell's time zone is used after %j",
  async (script) => {
    await replace("getprop", script);
    expect(await termuxPhone.timeZone()).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  },
);

test("an unreadable list is not an empty list", async () => {
  await replace("termux-notification-list", "exit 0");
  await expect(termuxPhone.listShade()).rejects.toThrow("Give Termux:API notification access");
});
