import { chmod, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ShadeEntry } from "../src/shade.ts";

/** Fake Termux programs, in a folder for PATH. */
export interface FakePhone {
  programs: string;
  /** Sets the output of `termux-notification-list`. */
  show(entries: readonly ShadeEntry[]): Promise<void>;
  /** Replaces a program by this script. */
  replace(program: string, script: string): Promise<void>;
}

/** The key that an app gives to every notification if it uses one number for all. */
const constantKey = (packageName: string) => `0|${packageName}|-1|null|10234`;

export const shadeEntry = (fields: Partial<ShadeEntry> = {}): ShadeEntry => {
  const packageName = fields.packageName ?? "com.bca";
  return {
    tag: "",
    key: constantKey(packageName),
    group: "",
    packageName,
    title: "Catatan Finansial",
    content: "Pemasukan sebesar IDR 150,123.00 dari SITI RAHAYU di kategori Transfer Rekening.",
    when: "2026-11-21 10:15:30",
    lines: [],
    ...fields,
  };
};

/** A notification with the words of BCA mobile for an incoming transfer. */
export const transfer = (amount: number, fields: Partial<ShadeEntry> = {}): ShadeEntry =>
  shadeEntry({
    content: `Pemasukan sebesar IDR ${amount.toLocaleString("en-US")}.00 dari SITI RAHAYU di kategori Transfer Rekening.`,
    ...fields,
  });

/** Formats an instant as Termux:API does on a phone in Jakarta. */
export function jakartaTime(instant: Date): string {
  const shifted = new Date(instant.getTime() + 7 * 60 * 60 * 1_000);
  return shifted.toISOString().slice(0, 19).replace("T", " ");
}

export async function createFakePhone(directory: string): Promise<FakePhone> {
  const programs = join(directory, "programs");
  const shade = join(directory, "shade.json");
  await mkdir(programs, { recursive: true });
  await install(programs, "termux-notification-list", `cat '${shade}'`);
  await install(programs, "termux-battery-status", `echo '{"present": true, "percentage": 87}'`);
  await install(
    programs,
    "getprop",
    `case $1 in persist.sys.timezone) echo Asia/Jakarta ;; ro.product.model) echo 'Pixel 8a' ;; esac`,
  );
  const show = async (entries: readonly ShadeEntry[]) => {
    await writeFile(`${shade}.next`, print(entries));
    await rename(`${shade}.next`, shade);
  };
  await show([]);
  return { programs, show, replace: (program, script) => install(programs, program, script) };
}

async function install(directory: string, name: string, script: string): Promise<void> {
  const file = join(directory, name);
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
}

/** Writes the fields as NotificationListAPI.java does. `lines` appears only if there are any. */
function print(entries: readonly ShadeEntry[]): string {
  const objects = entries.map((entry, id) => ({
    id,
    tag: entry.tag,
    key: entry.key,
    group: entry.group,
    packageName: entry.packageName,
    title: entry.title,
    content: entry.content,
    when: entry.when,
    ...(entry.lines.length > 0 && { lines: entry.lines }),
  }));
  return JSON.stringify(objects, null, 2);
}
