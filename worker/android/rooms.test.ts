import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { filesBelow } from "./scripts/build.ts";

/**
 * The app's packages, the lowest first. `ui` and the classes that Android calls by name, in the package above, can
 * import each other.
 */
const rooms = ["base", "notifications", "outbox", "http", "pairing", "sending", "ui", ""];

const java = path.join(import.meta.dirname, "java/id/tepat/worker");
const files = filesBelow(java, "**/*.java").map((file) => path.relative(java, file));
const roomOf = (file: string) => path.dirname(file).replace(".", "");
const importsOf = (file: string) =>
  [...readFileSync(path.join(java, file), "utf8").matchAll(/^import id\.tepat\.worker\.(.*);$/gm)]
    .map(([, name = ""]) => name.replaceAll(".", "/"))
    .filter((name) => name !== "R" && name !== "Version");

test("a class imports its own and earlier packages", () => {
  expect(new Set(files.map(roomOf))).toEqual(new Set(rooms));
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((name) => rooms.indexOf(roomOf(name)) > rooms.indexOf(roomOf(file)))
      .filter((name) => !(roomOf(file) === "ui" && roomOf(name) === ""))
      .map((name) => `${file} imports ${name}`),
  );
  expect(wrong).toEqual([]);
});

test("classes named in Android's memory stay in the first package", () => {
  const manifest = readFileSync(path.join(import.meta.dirname, "AndroidManifest.xml"), "utf8");
  const names = [...manifest.matchAll(/<(?:service|receiver) *\s*android:name="([^"]*)"/g)];
  expect(names.map(([, name]) => name)).toEqual([
    ".Listener",
    ".KeepAliveService",
    ".WatchdogJob",
    ".WakeReceiver",
  ]);
});
