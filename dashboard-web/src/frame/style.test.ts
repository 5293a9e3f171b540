import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const folder = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(`${folder}/${file}`, "utf8");

const sheets = globSync("**/*.css", { cwd: folder });
const scripts = globSync("**/*.tsx", { cwd: folder }).map(read).join("\n");
/** Removes comments. The star of `image/*` begins no comment. */
const withoutComments = (source: string) => source.replaceAll(/(?<!\w)\/\*.*?\*\//gsu, "");

test("style.css names every style sheet once", () => {
  const named = [...read("frame/style.css").matchAll(/^@import "(.+)";$/gmu)].map(([, name = ""]) =>
    path.join("frame", name),
  );
  expect(named.toSorted()).toEqual(
    sheets.filter((sheet) => sheet !== "frame/style.css").toSorted(),
  );
});

test("every styled class is used by an element", () => {
  const strings = withoutComments(scripts).match(/"[^"\n]*"|`[^`\n]*`/gu) ?? [];
  const given = new Set(strings.flatMap((text) => text.split(/[^\w-]+/u)));
  const selectors = sheets.map((sheet) => withoutComments(read(sheet)).replaceAll(/"[^"]*"/gu, ""));
  const styled = new Set(selectors.join("\n").match(/(?<=\.)[a-z][\w-]*/gu));
  expect(styled.size).toBeGreaterThan(80);
  expect([...styled].filter((name) => !given.has(name))).toEqual([]);
});

test("no class is styled by two features", () => {
  const folders = new Map<string, Set<string>>();
  for (const sheet of sheets.filter((each) => !each.startsWith("ui/"))) {
    const own = path.dirname(sheet);
    for (const [, name = ""] of withoutComments(read(sheet)).matchAll(
      /^\.([a-z][\w-]*)(?= \{|,$)/gmu,
    )) {
      folders.set(name, (folders.get(name) ?? new Set()).add(own));
    }
  }
  expect(folders.size).toBeGreaterThan(80);
  expect([...folders].filter(([, each]) => each.size > 1).map(([name]) => name)).toEqual([]);
});
