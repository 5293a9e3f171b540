import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const read = (file: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../..", file), "utf8"));

/**
 * npm 10 does not support `allowScripts` and runs the scripts of all packages. So no package outside the list can
 * have a script.
 */
test("the packages with install scripts are exactly the listed ones", () => {
  const { allowScripts } = read("package.json") as { allowScripts: Record<string, boolean> };
  const { packages } = read("package-lock.json") as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  const withScripts = Object.keys(packages)
    .filter((path) => path !== "" && packages[path]?.hasInstallScript)
    .map((path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
  expect(withScripts.toSorted()).toEqual(Object.keys(allowScripts).toSorted());
});
