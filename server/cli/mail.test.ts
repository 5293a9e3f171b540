import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "../contract/limits.ts";
import { ocbc } from "../domain/banks/ocbc.ts";
import { cliWith, jsonOf } from "../testing/cli-process.ts";
import { startDnsServer, type TestDnsServer } from "../testing/dns-server.ts";
import { ed25519Key, nameOf, signMail, writeMail } from "../testing/signed-mail.ts";

/** This database does not exist, because checking an email needs none. */
const tepat = cliWith({
  DATABASE_URL: "postgres://127.0.0.1:1/none",
  TEPAT_SECRET: "x".repeat(32),
});
const key = ed25519Key("ocbcnisp.com", "s1");

let directory: string;
let file: string;
let dns: TestDnsServer;

const mail = writeMail(
  [
    ["From", "OCBC <noreply@ocbcnisp.com>"],
    ["To", "toko@example.com"],
    ["Subject", "Transfer Dana Masuk"],
    ["Date", new Date().toUTCString()],
    ["Content-Type", "text/plain"],
  ],
  "Terima kasih\r\n",
);

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "tepat-mail-"));
  file = join(directory, "mail.eml");
  writeFileSync(file, await signMail(mail, key));
  dns = await startDnsServer({ [nameOf(key)]: [key.record] });
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await dns.close();
});

describe("mail verify", () => {
  test("states the proof of the bank's signature, with the key from DNS", async () => {
    const { code, stdout, stderr } = await tepat("mail", "verify", file, "--dns", dns.address);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^outcome +trusted$/m);
    expect(stdout).toMatch(/^reason +unknown_wording$/m);
    expect(stderr).toContain("so Tepat did not read the email");
    const json = await tepat("mail", "verify", file, "--dns", dns.address, "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({
      outcome: "trusted",
      bank_code: "OCBC",
      sender: "noreply@ocbcnisp.com",
      algorithm: "ed25519-sha256",
      key_name: nameOf(key),
      arc_seals: 0,
      reading: { outcome: "unread", reason: "unknown_wording" },
    });
  });

  test("shows the transfer that Tepat reads in the email", async () => {
    const [sample] = ocbc.mail?.rules?.[0]?.samples ?? [];
    const transfer = join(directory, "transfer.eml");
    const written = mail.replace("Transfer Dana Masuk", sample?.subject ?? "");
    writeFileSync(
      transfer,
      await signMail(
        written.replace("Terima kasih", sample?.text.replaceAll("\n", "\r\n") ?? ""),
        key,
      ),
    );
    const proof = await jsonOf(tepat, "mail", "verify", transfer, "--dns", dns.address);
    expect(proof).toMatchObject({
      outcome: "trusted",
      reading: {
        outcome: "transaction",
        rule: "ocbc_mail.transfer_in",
        amount: sample?.amount,
        sender: sample?.sender,
        transferred_at: sample?.at,
      },
    });
  });

  test("checks with a key that was seen earlier, without DNS", async () => {
    const options = ["--key", key.record, "--dns", "127.0.0.1:1"];
    const { code, stdout } = await tepat("mail", "verify", file, ...options);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^outcome +trusted$/m);
  });

  test("names the reason of a refusal, and the next step", async () => {
    const changed = join(directory, "changed.eml");
    writeFileSync(changed, (await signMail(mail, key)).replace("Terima", "Trima"));
    const { code, stdout, stderr } = await tepat("mail", "verify", changed, "--dns", dns.address);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^reason +changed_body$/m);
    expect(stderr).toContain("The bank signed a different body");
  });

  test("asks to try again later if DNS does not answer", async () => {
    const { code, stdout, stderr } = await tepat("mail", "verify", file, "--dns", "127.0.0.1:1");
    expect(code).toBe(1);
    expect(stdout).toMatch(/^outcome +later$/m);
    expect(stderr).toContain("Check it again later");
  });

  test("checks as of the given time", async () => {
    const ends = new Date(Date.now() + 3_600_000);
    const short = join(directory, "short.eml");
    writeFileSync(short, await signMail(mail, key, { signedAt: new Date(), expiresAt: ends }));
    const at = new Date(ends.getTime() + 1000).toISOString();
    const late = await tepat("mail", "verify", short, "--dns", dns.address, "--at", at);
    expect(late.stdout).toMatch(/^reason +expired$/m);
  });

  test("refuses a file of any size without reading it", async () => {
    const large = join(directory, "large.eml");
    writeFileSync(large, "");
    truncateSync(large, 50 * limits.mailBytes);
    const { code, stdout } = await tepat("mail", "verify", large);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^reason +too_large$/m);
  });

  test.each([
    [["missing.eml"], 1, "There is no file missing.eml"],
    [["mail.eml", "--dns", "bank"], 2, "--dns must be an IP address"],
    [["mail.eml", "--at", "yesterday"], 2, "--at must be a time such as"],
    [[], 2, "Write the FILE right after the command"],
  ])("explains the problem of %j", async (args, code, message) => {
    const result = await tepat("mail", "verify", ...args);
    expect(result).toMatchObject({ code, stdout: "" });
    expect(result.stderr).toContain(message);
  });
});
