import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const notInTheBundle = new Set(["uWebSockets.js"]);

// esbuild gives a CommonJS library that `import()` loads its default export alone. Node.js also finds its names, so a
// source that takes a name works in every test of the sources and fails in the bundle.
test("CommonJS libraries that are loaded later are taken by the default export", () => {
  const taken = globSync("server/**/*.ts", { cwd: root })
    .filter((name) => !/\.test\.ts$|\.d\.ts$|^server\/testing\//.test(name))
    .flatMap((name) =>
      importsIn(readFileSync(path.join(root, name), "utf8")).map((each) => ({ name, ...each })),
    )
    .filter(({ library }) => !notInTheBundle.has(library));
  const commonJs = new Set(commonJsOf(taken.map(({ library }) => library)));
  expect([...commonJs]).toContain("mailauth/lib/dkim/dkim-verifier.js");
  const wrong = taken.filter(
    ({ library, names }) => commonJs.has(library) && !/^\{ default: \w+ \}$/.test(names),
  );
  expect(wrong).toEqual([]);
});

test.each([
  ['const { default: library } = await import("a/b.js");', "{ default: library }"],
  ['const { one } = await import("a/b.js");', "{ one }"],
  ['const {\n  one,\n  two,\n} = await import(\n  "a/b.js"\n);', "{\n  one,\n  two,\n}"],
  ['const early = 1;\nimport("a/b.js").then(({ one }) => one);', ""],
  ['const loading = import("a/b.js");', ""],
  ['const load = () => import(/* rarely */ "a/b.js");', ""],
])("%j is found, with the names that it takes", (text, names) => {
  expect(importsIn(text)).toEqual([{ names, library: "a/b.js" }]);
});

test("the program's own files and computed names are not libraries", () => {
  expect(
    importsIn('await import("./own.ts"); await import("../own.ts"); await import(name);'),
  ).toEqual([]);
});

/** Returns the libraries that a source loads later, and the names it takes at once. */
const importsIn = (text: string) =>
  [
    ...text.matchAll(
      /(?:\bconst ([^=;]+) = await )?\bimport\(\s*(?:\/\*.*?\*\/\s*)?["'`]([^.][^"'`]*)["'`],?\s*\)/g,
    ),
  ].map(([, names = "", library = ""]) => ({ names, library }));

/** Returns the CommonJS ones of the libraries. Node.js marks them by the name "module.exports". */
function commonJsOf(libraries: readonly string[]): string[] {
  const program = `
    const found = [];
    for (const library of ${JSON.stringify(libraries)}) {
      if ("module.exports" in (await import(library))) found.push(library);
    }
    console.log(JSON.stringify(found));`;
  const flags = ["--input-type=module", "--eval", program];
  return JSON.parse(execFileSync(process.execPath, flags, { cwd: root, encoding: "utf8" }));
}
