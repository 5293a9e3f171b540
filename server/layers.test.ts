import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

/** The folders are the architecture: each layer imports only itself and those before it. */
const layers = ["contract", "db", "domain", "procedures", "jobs", "http", "cli", "."];

/** jobs and http do not know each other. */
const strangers: Record<string, readonly string[]> = { http: ["jobs"], cli: ["http"] };

/** Read by every layer or by none: helpers of tests, programs for developers. */
const outside = new Set(["testing", "simulator", "chaos", "scripts", "bin", "bench"]);

const root = import.meta.dirname;

const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .filter((file) => !outside.has(layerOf(file)) && !file.startsWith("node_modules"));

function layerOf(file: string): string {
  return file.includes("/") ? (file.split("/")[0] as string) : ".";
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, target]) =>
    relative(root, join(root, dirname(file), target as string)),
  );
}

test("every folder is a known layer", () => {
  expect([...new Set(sources.map(layerOf))].toSorted()).toEqual(layers.toSorted());
});

test("imports point downward", () => {
  const broken = sources.flatMap((file) =>
    importsOf(file)
      .filter((target) => !target.startsWith("..") && target !== "package.json")
      .filter((target) => {
        const [from, to] = [layerOf(file), layerOf(target)];
        return (
          layers.indexOf(to) > layers.indexOf(from) ||
          outside.has(to) ||
          strangers[from]?.includes(to)
        );
      })
      .map((target) => `${file} → ${target}`),
  );
  // The command line opens the same database with the same settings as the server, and says the same of its problems.
  const shared = /^cli\/.* → (config|local-secret|open-gateway|start-problem)\.ts$/;
  expect(broken.filter((arrow) => !shared.test(arrow))).toEqual([]);
});
