import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Checks that everything in the map exists. */

const root = import.meta.dirname;
const map = readFileSync(join(root, "README.md"), "utf8");

const section = (title: string): string =>
  map.split(/^## /m).find((part) => part.startsWith(title)) ?? "";

test("the path from a report to its webhook has at most ten steps, and each file has the named function", () => {
  const steps = section("From a phone's report to the webhook")
    .split(/^\d+\. /m)
    .slice(1);
  expect(steps.length).toBeGreaterThan(5);
  expect(steps.length).toBeLessThanOrEqual(10);
  for (const step of steps) {
    const [, name, file] = /^`(\w+)` in `([^`]+)`/.exec(step) ?? [];
    const text = readFileSync(join(root, file as string), "utf8");
    expect(text, step).toMatch(new RegExp(`(function |const |^ +)${name}\\b *[(:=,]`, "m"));
  }
});

test("every file and folder on the map exists", () => {
  const named = [...section("I want to change").matchAll(/`([\w./-]+(?:\/|\.\w+))`/g)]
    .map(([, name]) => name as string)
    .filter((name) => name.includes("/"));
  expect(named.length).toBeGreaterThan(20);
  const missing = named.filter(
    (name) => !existsSync(join(root, name)) && !existsSync(join(root, "..", name)),
  );
  expect(missing).toEqual([]);
});

test("every room of the domain has a line on the map", () => {
  const rooms = readdirSync(join(root, "domain"));
  for (const room of rooms) expect(map).toContain(`| \`${room}/\``);
});
