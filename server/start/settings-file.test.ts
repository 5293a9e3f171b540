import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { parseSettings } from "./settings-file.ts";

function withFolder<Result>(work: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), "tepat-settings-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Lines, and the value that systemd reads for A. */
const readings: [string, string][] = [
  ["A=postgres://u:p&w@h/db?x=1&y=2#z", "postgres://u:p&w@h/db?x=1&y=2#z"],
  ["A='a b&c#d'  ", "a b&c#d"],
  [String.raw`A="a \"b\" \\ \d"`, String.raw`a "b" \ \d`],
  [`A=a"b # no comment`, `a"b # no comment`],
  ["  A =  spaced value \t", "spaced value"],
  ["A=a\\\nb", "ab"],
  [`A="two\nlines"`, "two\nlines"],
  [`A="one \\\nline"`, "one line"],
  [`A='a' "b"c`, "abc"],
  [String.raw`A=a\\b\"c\ `, String.raw`a\b"c` + " "],
  ["A=x \\\n; no comment", "x ; no comment"],
  [String.raw`A='it\'`, "it\\"],
  ["A=a=b\r", "a=b"],
  ["; B=1\n\n # B=2\nA=Ä€", "Ä€"],
  ["A=first\nA=second", "second"],
];

test.each(readings)("%j is read as systemd reads it", (text, value) => {
  expect(parseSettings(text)).toEqual({ A: value });
  expect(parseSettings(`${text}\nB=1\n`)).toEqual({ A: value, B: "1" });
});

test("shell placeholders in a text stay unchanged", () => {
  expect(parseSettings("A=$HOME`id`$(id)\nB=\"${A}\"\nC='$A'\nD=")).toEqual({
    A: "$HOME`id`$(id)",
    B: "${A}",
    C: "$A",
    D: "",
  });
});

test.each([
  ["A", 1],
  ["A=1\nexport B=2", 2],
  ["A=1\n\n2B=3", 3],
  ["A='open", 1],
  [`A="open\nB=1`, 1],
  [`A='closed' "open`, 1],
  ["# a comment that goes on \\\nA=1", 1],
  ["\uFEFFA=1", 1],
])("%j is refused with the number of the line", (text, line) => {
  expect(() => parseSettings(text)).toThrow(`Line ${line} must be`);
});

/** This program of systemd reads its files with the same function as an EnvironmentFile. */
const generator = "/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator";
const noSystemd = !existsSync(generator);
test.skipIf(noSystemd)(
  `systemd itself reads the same values${noSystemd ? " (skipped: no systemd)" : ""}`,
  () => {
    withFolder((folder) => {
      mkdirSync(join(folder, "environment.d"));
      for (const [text, value] of readings) {
        writeFileSync(join(folder, "environment.d/a.conf"), `${text}\n`);
        const env = { XDG_CONFIG_HOME: folder, HOME: folder };
        const printed = execFileSync(generator, { env, encoding: "utf8" });
        const [, said = ""] = /^A=\$?(.*)$/m.exec(printed) ?? [];
        expect(parseSettings(`A=${said}`.replaceAll(String.raw`\n`, "\n"))).toEqual({ A: value });
      }
    });
  },
);

describe("TEPAT_SETTINGS_FILE", () => {
  const withFile = (content: string, env: Record<string, string> = {}) =>
    withFolder((folder) => {
      const TEPAT_SETTINGS_FILE = join(folder, "tepat.env");
      writeFileSync(TEPAT_SETTINGS_FILE, content);
      return readConfig({ ...env, TEPAT_SETTINGS_FILE });
    });

  test("overrides the environment, as systemd's EnvironmentFile does", () => {
    const env = { DATABASE_URL: "postgres://elsewhere/tepat", PORT: "1" };
    const DATABASE_URL = "postgres://here/tepat?a=1&b=2";
    const config = withFile(`DATABASE_URL=${DATABASE_URL}\nTEPAT_SECRET=${"s".repeat(40)}`, env);
    expect(config).toMatchObject({ databaseUrl: DATABASE_URL, port: 1 });
  });

  test("is named with the reason if it cannot be read", () => {
    expect(() => readConfig({ TEPAT_SETTINGS_FILE: "/nowhere/tepat.env" })).toThrow(
      "TEPAT_SETTINGS_FILE /nowhere/tepat.env cannot be read: ENOENT",
    );
    expect(() => withFile("PORT")).toThrow(/tepat.env cannot be read: Line 1 must be/);
  });
});
