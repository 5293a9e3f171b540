import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

/**
 * The folders are the architecture: each room imports only itself and earlier rooms, so there are no circles. `domain/`
 * has a room for each concept.
 */
const rooms = [
  "bin",
  "contract",
  "db",
  "domain/base",
  "domain/security",
  "domain/banks",
  "domain/notifications",
  "domain/gateway",
  "domain/merchants",
  "domain/access",
  "domain/accounts",
  "domain/payments",
  "domain/sources",
  "domain/mutations",
  "domain/webhooks",
  "domain/notices",
  "domain/gateway-settings",
  "domain/live",
  "domain/sales",
  "domain/statements",
  "domain/mail",
  "domain/reconciliation",
  "domain/overview",
  "domain/upkeep",
  "procedures",
  "outside",
  "jobs",
  "http",
  "start",
  "tracing",
  "cli",
  ".",
];

/** These rooms have an order, but do not need each other. */
const strangers: Record<string, readonly string[]> = {
  http: ["jobs"],
  cli: ["http"],
  "domain/upkeep": ["domain/live", "domain/sales", "domain/reconciliation", "domain/overview"],
};

/** Folders that every room can import, or none: test helpers, and programs for developers. */
const outside = new Set([
  "testing",
  "simulator",
  "chaos",
  "cluster",
  "scripts",
  "release",
  "security",
  "processes",
  "node_modules",
]);

const root = import.meta.dirname;

const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(ts|mjs)$/.test(file) && !file.endsWith(".test.ts"))
  .filter((file) => !outside.has(file.split("/")[0] as string));

function roomOf(file: string): string {
  const [first, second] = file.split("/");
  if (second === undefined) return ".";
  return first === "domain" ? `domain/${second}` : (first as string);
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)]
    .map(([, target]) => relative(root, join(root, dirname(file), target as string)))
    .filter((target) => !target.startsWith("..") && target !== "package.json");
}

test("every folder is a known room", () => {
  expect([...new Set(sources.map(roomOf))].toSorted()).toEqual(rooms.toSorted());
});

test("imports point to earlier rooms", () => {
  const broken = sources.flatMap((file) =>
    importsOf(file)
      .filter((target) => {
        const [from, to] = [roomOf(file), roomOf(target)];
        const isOutside = outside.has(target.split("/")[0] as string);
        return (
          isOutside || rooms.indexOf(to) > rooms.indexOf(from) || strangers[from]?.includes(to)
        );
      })
      .map((target) => `${file} → ${target}`),
  );
  expect(broken).toEqual([]);
});

/** Loading trpc-to-openapi takes 40 MB and 180 ms of processor time (five starts, measured alone). */
test("the generator of the documents is loaded only when they are generated", () => {
  const makers = (file: string) => file.startsWith("procedures/openapi/");
  const serving = sources.filter((file) => !makers(file));
  expect(serving.filter((file) => importsOf(file).some(makers))).toEqual([]);
  const usesGenerator = (file: string) =>
    readFileSync(join(root, file), "utf8").includes('from "trpc-to-openapi"');
  expect(sources.filter(usesGenerator)).toEqual(["procedures/openapi/draft.ts"]);
});

test("only one file reads undocumented parts of a tRPC procedure", () => {
  const readers = sources.filter((file) =>
    readFileSync(join(root, file), "utf8").includes("._def"),
  );
  expect(readers).toEqual(["http/routes.ts"]);
});
