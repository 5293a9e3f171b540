import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cliWith, jsonOf } from "../testing/cli-process.ts";

/** This database does not exist, because reading a text needs none. */
const settings = { DATABASE_URL: "postgres://127.0.0.1:1/none", TEPAT_SECRET: "x".repeat(32) };
const tepat = cliWith(settings);

let directory: string;
let file: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "tepat-parse-"));
  file = join(directory, "rules.json");
});
afterAll(() => rmSync(directory, { recursive: true }));

describe("parse", () => {
  test("shows the values and the rule that read them", async () => {
    const text = ["--package", "com.bca", "--body", "Uang masuk Rp150.123 dari BUDI CONTOH"];
    expect(await jsonOf(tepat, "parse", ...text)).toEqual({
      app: "BCA mobile",
      outcome: "transaction",
      rule: "general.transfer_in",
      type: "CREDIT",
      amount: 150_123,
      currency: "IDR",
      sender: "BUDI CONTOH",
    });
    const { code, stdout } = await tepat("parse", ...text);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^rule +general\.transfer_in$/m);
  });

  test.each([
    [["--body", "Selamat pagi"], { outcome: "unread", reason: "unknown_wording" }],
    [["--body", "Uang masuk Rp15...", "--big-text", "Uang masuk Rp15.123"], { amount: 15_123 }],
    [["--title", "Kode OTP", "--body", "123456"], { outcome: "one_time_code" }],
    [["--body", "Konten notifikasi sensitif disembunyikan"], { outcome: "hidden_text" }],
    [["--body", ""], { outcome: "not_a_transaction", reason: "empty" }],
  ])("explains why a text is no incoming money: %j", async (options, reading) => {
    const output = await jsonOf(tepat, "parse", "--package", "com.bca", ...options);
    expect(output).toMatchObject(reading);
  });

  test("reports an unknown app", async () => {
    const options = ["--package", "com.example.chat", "--body", "Uang masuk Rp5.000"];
    expect(await jsonOf(tepat, "parse", ...options)).toEqual({ app: null, outcome: "unknown_app" });
  });

  test("reads with the operator's rules", async () => {
    const rule = {
      name: "credit",
      type: "CREDIT",
      body: ["Saldo naik, uang masuk {amount}"],
      samples: [{ body: "Saldo naik, uang masuk Rp5.000", amount: 5000 }],
    };
    writeFileSync(file, JSON.stringify([{ id: "my_bca", packages: ["com.bca"], rules: [rule] }]));
    const cli = cliWith({ ...settings, TEPAT_RULES_FILE: file });
    const options = ["--package", "com.bca", "--body", "Saldo naik, uang masuk Rp7.001"];
    expect(await jsonOf(cli, "parse", ...options)).toMatchObject({
      rule: "my_bca.credit",
      amount: 7001,
    });
  });

  test("and doctor name the faults of the operator's rules", async () => {
    writeFileSync(file, JSON.stringify([{ id: "my_bca", packages: ["com.bca"], rules: [] }]));
    const cli = cliWith({ ...settings, TEPAT_RULES_FILE: file });
    const { code, stdout, stderr } = await cli("parse", "--package", "com.bca", "--body", "x");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("my_bca: must have at least 1 item");

    const doctor = await cli("doctor");
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toMatch(
      /^WRONG +rules +The rules of TEPAT_RULES_FILE.*my_bca: must have at least 1 item/m,
    );
  });
});
