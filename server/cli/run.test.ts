import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cliProcessWith, settingsOf, type Cli } from "../testing/cli-process.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import packageJson from "../package.json" with { type: "json" };
import * as account from "./account.ts";
import * as apikey from "./apikey.ts";
import * as device from "./device.ts";
import * as doctor from "./doctor.ts";
import * as merchant from "./merchant.ts";
import * as migrate from "./migrate.ts";
import * as parse from "./parse.ts";
import * as simulate from "./simulate.ts";
import * as totp from "./totp.ts";
import * as webhook from "./webhook.ts";

const nouns = {
  merchant,
  account,
  device,
  totp,
  apikey,
  webhook,
  simulate,
  parse,
  migrate,
  doctor,
};
const someId = "018f0000-0000-7000-8000-000000000000";

/** An invalid command line must not reach the database. */
const tepat = cliProcessWith({
  DATABASE_URL: "postgres://127.0.0.1:1/none",
  TEPAT_SECRET: "x".repeat(32),
});

const oneLine = /^[^\n]+\n$/;

describe("help", () => {
  test.each([[[]], [["--help"]], [["-h"]]])(
    "shows every option of every command with %j",
    async (args: string[]) => {
      const { code, stdout, stderr } = await tepat(...args);
      expect([code, stderr]).toEqual([0, ""]);
      for (const { name, options } of Object.values(nouns).flatMap(({ commands }) => [
        ...commands,
      ])) {
        expect(stdout).toContain(`npx tepat ${name}\n`);
        for (const option of Object.keys(options)) expect(stdout).toContain(`--${option}`);
      }
    },
  );

  test("names every noun that an unknown noun's message names", async () => {
    const { stderr } = await tepat("shop");
    const nouns = /Use (.*)\. To see/.exec(stderr)?.[1]?.split(/, | or /) ?? [];
    expect(nouns).toContain("listen");
    const { stdout } = await tepat("--help");
    const headings = stdout.match(/^npx tepat .*/gm)?.join("\n") ?? "";
    expect(nouns.filter((noun) => !headings.match(new RegExp(`\\b${noun}\\b`)))).toEqual([]);
  });

  test("for a noun shows only its commands", async () => {
    const { code, stdout } = await tepat("merchant", "--help");
    expect(code).toBe(0);
    expect(stdout).toContain("npx tepat merchant create\n");
    expect(stdout).toContain("npx tepat merchant update\n");
    expect(stdout).not.toContain("npx tepat account");
  });

  test("for a command shows that command, regardless of other arguments", async () => {
    const { code, stdout } = await tepat("account", "create", "--merchant", "nonsense", "--help");
    expect(code).toBe(0);
    expect(stdout).toContain("--qris PAYLOAD");
    expect(stdout).not.toContain("npx tepat account update");
  });
});

test("--version prints the release", async () => {
  const { code, stdout, stderr } = await tepat("--version");
  expect([code, stdout, stderr]).toEqual([0, `${packageJson.version}\n`, ""]);
});

describe("an invalid command line exits with 2 and one line for", () => {
  test.each([
    ["an unknown noun", ["shop", "create"], "Unknown command shop. Use merchant, account"],
    ["the name of a property of objects", ["constructor"], "Unknown command constructor"],
    ["an option before the command", ["--json", "doctor"], "Write the command before --json."],
    ["a noun alone", ["merchant"], "npx tepat merchant create, npx tepat merchant list"],
    ["an unknown verb", ["merchant", "destroy"], "Unknown command merchant destroy. Use npx tepat"],
    ["an unknown option", ["totp", "enable", "--marchant", someId], "Unknown option --marchant."],
    ["a stray word", ["totp", "enable", someId], `Unexpected argument "${someId}".`],
    [
      "a missing value",
      ["totp", "enable", "--merchant"],
      "--merchant needs a value: --merchant ID.",
    ],
    [
      "an option for a value",
      ["totp", "enable", "--merchant", "--json"],
      "--merchant needs a value",
    ],
    [
      "a value that begins with a dash",
      ["account", "update", "--account", someId, "--quota", "-1"],
      "A value that begins with a dash is written --quota=N.",
    ],
    ["a missing option", ["totp", "enable"], "Add the missing option --merchant ID."],
    [
      "several missing options",
      ["simulate", "transfer"],
      "Add the missing options --payment CODE and --merchant ID.",
    ],
    [
      "an option given twice",
      ["totp", "enable", "--merchant", someId, "--merchant", someId],
      "--merchant is given twice. Give it once.",
    ],
    ["an empty value", ["totp", "enable", "--merchant="], '--merchant must be a UUID, not ""'],
    [
      "a malformed UUID",
      ["device", "approve", "--device", "12"],
      '--device must be a UUID, not "12"',
    ],
    ["a value for a flag", ["doctor", "--json=yes"], "--json takes no value."],
    [
      "a malformed key id",
      ["apikey", "revoke", "--key-id", "pgk_live_x"],
      "--key-id must be a UUID",
    ],
    ["a malformed delivery id", ["webhook", "resend", "--delivery", someId], "--delivery must be"],
    [
      "a payment code with a space at its end",
      ["simulate", "transfer", "--merchant", someId, "--payment", "INV-1 "],
      "--payment must not begin or end with a space",
    ],
  ])("%s", async (_, args, message) => {
    const { code, stdout, stderr } = await tepat(...args);
    expect(stderr).toContain(message);
    expect(stderr).toMatch(oneLine);
    expect([code, stdout]).toEqual([2, ""]);
  });
});

describe("a problem with the database exits with 1 and one line, or one per wrong setting, for", () => {
  test.each([
    ["a database that is down", {}, "connect ECONNREFUSED 127.0.0.1:1"],
    ["an address that is none", { DATABASE_URL: "nonsense" }, "DATABASE_URL must be postgres://"],
    ["a secret that is too short", { TEPAT_SECRET: "short" }, "at least 32 characters"],
    ["a level that is none", { LOG_LEVEL: "loud" }, "LOG_LEVEL must be one of silent, error, "],
    ["a role that is none", { ROLE: "boss" }, "ROLE must be one of all, api, jobs"],
    ["a missing secret", { TEPAT_SECRET: "" }, "set TEPAT_SECRET"],
  ])("%s", async (_, settings, message) => {
    const cli = cliProcessWith({
      DATABASE_URL: "postgres://127.0.0.1:1/none",
      TEPAT_SECRET: "x".repeat(32),
      ...settings,
    });
    const { code, stdout, stderr } = await cli("totp", "enable", "--merchant", someId, "--json");
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/^[^\n]+\n( {2}[A-Z_]+ [^\n]+\n)*$/);
    expect([code, stdout]).toEqual([1, ""]);
  });
});

describe("a programming error", () => {
  let database: TestDatabase;
  let cli: Cli;
  beforeAll(async () => {
    database = await createTestDatabase();
    cli = cliProcessWith(settingsOf(database));
  });
  afterAll(() => database.drop());

  test("exits with 70, its message and its stack", async () => {
    await database.sql`alter table people rename to somewhere_else`;
    const { code, stdout, stderr } = await cli("totp", "enable", "--merchant", someId, "--json");
    expect([code, stdout]).toEqual([70, ""]);
    expect(stderr).toContain('relation "people" does not exist');
    expect(stderr).toMatch(/\n {4}at .+\.ts:\d+/);
  });
});
