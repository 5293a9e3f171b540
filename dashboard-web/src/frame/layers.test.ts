import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/**
 * Each folder imports only itself and earlier ones. A feature can import another feature, without circles.
 */
const layers = ["base", "ui", "features", "frame"];

const source = path.resolve(import.meta.dirname, "..");

interface Import {
  from: string;
  to: string;
}

const imports: Import[] = globSync("**/*.{ts,tsx}", { cwd: source })
  .filter((file) => !file.includes(".test."))
  .flatMap((from) =>
    [
      ...readFileSync(path.join(source, from), "utf8").matchAll(
        /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g,
      ),
    ]
      .map(([, target = ""]) => path.join(path.dirname(from), target))
      .filter((to) => !to.startsWith(".."))
      .map((to) => ({ from, to })),
  );

const layerOf = (file: string): number => layers.indexOf(file.split(path.sep)[0] ?? "");
const featureOf = (file: string): string | null => /^features\/([^/]+)/.exec(file)?.[1] ?? null;

test("every file belongs to a layer", () => {
  expect(imports.filter(({ from }) => layerOf(from) < 0)).toEqual([]);
  expect(imports.length).toBeGreaterThan(500);
});

test("imports point to earlier layers", () => {
  expect(imports.filter(({ from, to }) => layerOf(to) > layerOf(from))).toEqual([]);
});

test("features have no circular imports", () => {
  const needs = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [one, other] = [featureOf(from), featureOf(to)];
    if (!one || !other || one === other) continue;
    needs.set(one, (needs.get(one) ?? new Set()).add(other));
  }
  expect(needs.size).toBeGreaterThan(3);
  expect(circleIn(needs)).toBeNull();
});

/** Returns the names of the first circle in order, or null if there is none. */
function circleIn(needs: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const done = new Set<string>();
  function visit(name: string, way: readonly string[]): string[] | null {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (done.has(name)) return null;
    for (const next of needs.get(name) ?? []) {
      const circle = visit(next, [...way, name]);
      if (circle) return circle;
    }
    done.add(name);
    return null;
  }
  for (const name of needs.keys()) {
    const circle = visit(name, []);
    if (circle) return circle;
  }
  return null;
}
