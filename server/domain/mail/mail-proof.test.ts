import { createTransport } from "nodemailer";
import { describe, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  ed25519Key,
  type HeaderLines,
  nameOf,
  rsaKey,
  type SigningKey,
  signMail,
  type SigningOptions,
  TestDns,
  writeMail,
} from "../../testing/signed-mail.ts";
import { banks } from "../banks/index.ts";
import { type MailProof, proveMail } from "./mail-proof.ts";
import type { InTurn } from "./signature-check.ts";

const day = drawnDay("the signed emails");
const at = day("10:00");
const bank = rsaKey("ocbc.id", "s1");
const modern = ed25519Key("ocbc.id", "ed");
const carrier = rsaKey("mailer.example", "m");

const header: HeaderLines = [
  ["From", "OCBC <notifikasi@ocbc.id>"],
  ["To", "toko@example.com"],
  ["Subject", "Transfer Dana Masuk"],
  ["Date", at.toUTCString().replace("GMT", "+0000")],
  ["Message-ID", "<1@ocbc.id>"],
  ["MIME-Version", "1.0"],
  ["Content-Type", "text/plain; charset=utf-8"],
];
const body = "Nominal : Rp 150.123,00\r\n";
const mail = writeMail(header, body);

const sign = (text: string, key: SigningKey, options: SigningOptions = {}) =>
  signMail(text, key, { signedAt: at, ...options });

const withField = (name: string, value: string): HeaderLines =>
  header.map(([own, old]) => [own, own === name ? value : old]);

const prove = (text: string | Buffer, dns = new TestDns([bank, modern, carrier]), when = at) =>
  proveMail(Buffer.from(text as string), { lookUpKey: dns.lookUpKey, at: when });

const said = (proof: MailProof): string =>
  proof.outcome === "refused" ? proof.reason : proof.outcome;

test("an email whose signatures cannot count takes no turn and no key", async () => {
  const dns = new TestDns([bank, carrier]);
  let turns = 0;
  const inTurn: InTurn = (work) => {
    turns += 1;
    return work();
  };
  const check = (text: string) =>
    proveMail(Buffer.from(text), { lookUpKey: dns.lookUpKey, at, inTurn });
  let partly = mail;
  for (let count = 0; count < limits.mailSignatures; count++) {
    const signed = await sign(mail, bank, { bodyBytes: count });
    partly = signed.slice(0, -mail.length) + partly;
  }
  expect(said(await check(partly))).toBe("part_of_body");
  expect(said(await check(await sign(mail, carrier)))).toBe("other_signer");
  expect(said(await check(await sign(mail, bank, { algorithm: "rsa-sha1" })))).toBe(
    "weak_signature",
  );
  expect(turns).toBe(0);
  expect(dns.asked).toEqual([]);
  expect(said(await check(await sign(mail, bank)))).toBe("trusted");
  expect(turns).toBe(1);
});

describe("an email is trusted if it", () => {
  test.each(["relaxed/relaxed", "relaxed/simple", "simple/relaxed", "simple/simple"])(
    "is signed with RSA or Ed25519 in the form %s",
    async (canonicalization) => {
      for (const key of [bank, modern]) {
        const proof = await prove(await sign(mail, key, { canonicalization, signedAt: at }));
        expect(proof).toMatchObject({
          outcome: "trusted",
          bank_code: "OCBC",
          sender: "notifikasi@ocbc.id",
          recipient: "toko@example.com",
          subject: "Transfer Dana Masuk",
          written_at: at.toISOString(),
          message_id: "<1@ocbc.id>",
          signing_domain: "ocbc.id",
          selector: key.selector,
          key_name: nameOf(key),
          key_bits: key === bank ? 1024 : null,
          signed_at: at.toISOString(),
        });
        expect((proof as { key_record: string }).key_record.replaceAll(" ", "")).toBe(
          key.record.replaceAll(" ", ""),
        );
      }
    },
  );

  test("is signed by another program", async () => {
    const { message } = await createTransport({
      streamTransport: true,
      buffer: true,
      newline: "windows",
      dkim: {
        domainName: bank.domain,
        keySelector: bank.selector,
        privateKey: bank.privateKey.export({ type: "pkcs8", format: "pem" }) as string,
      },
    }).sendMail({
      from: "OCBC <notifikasi@ocbc.id>",
      to: "toko@example.com",
      subject: "Transfer Dana Masuk – Rp150.123",
      html: "<p>Rp150.123</p>".repeat(50),
    });
    const proof = await prove(message as Buffer, undefined, new Date());
    expect(proof).toMatchObject({ outcome: "trusted", subject: "Transfer Dana Masuk – Rp150.123" });
  });

  test("also has the signature of the company that sends for the bank", async () => {
    const dns = new TestDns([bank, carrier]);
    expect(said(await prove(await sign(await sign(mail, bank), carrier), dns))).toBe("trusted");
    expect(said(await prove(await sign(await sign(mail, carrier), bank), dns))).toBe("trusted");
    expect(new Set(dns.asked)).toEqual(new Set([nameOf(bank)]));
  });

  test("was forwarded automatically, which adds fields and keeps the body", async () => {
    const forwarded = writeMail(
      [
        ["Delivered-To", "kasir@example.com"],
        ["X-Forwarded-For", "toko@example.com kasir@example.com"],
        ["Received", "by 2002:a05:6214:1 with SMTP id x1;\r\n        for <kasir@example.com>"],
        ["ARC-Seal", "i=1; a=rsa-sha256; t=1; cv=none; d=google.com; s=arc; b=AAAA"],
        [
          "ARC-Message-Signature",
          "i=1; a=rsa-sha256; c=relaxed/relaxed; d=google.com; s=arc; h=from; bh=AAAA; b=AAAA",
        ],
        ["ARC-Authentication-Results", "i=1; mx.google.com; dkim=pass header.i=@ocbc.id"],
        ["Return-Path", "<toko+caf_=kasir=example.com@example.com>"],
      ],
      "",
    ).slice(0, -2);
    const proof = await prove(forwarded + (await sign(mail, bank)));
    expect(proof).toMatchObject({ outcome: "trusted", arc_seals: 1 });
  });

  test("was saved with the line ends of Unix, or is folded, or has a name of several words", async () => {
    const folded = writeMail(withField("Subject", "Transfer\r\n\tDana =?utf-8?B?TWFzdWs=?="), body);
    const signed = await sign(folded, bank);
    for (const text of [signed, signed.replaceAll("\r\n", "\n")]) {
      expect(await prove(text)).toMatchObject({
        outcome: "trusted",
        subject: "Transfer Dana Masuk",
      });
    }
    const named = writeMail(withField("From", '"Bank OCBC, Tbk." <Notifikasi@OCBC.id>'), body);
    expect(await prove(await sign(named, bank))).toMatchObject({
      sender: "notifikasi@ocbc.id",
    });
  });

  test("has a long field of a mail server on the way", async () => {
    const long = `X-Microsoft-Antispam-Message-Info: ${" ".repeat(40_000)}x\r\n`;
    expect(said(await prove(long + (await sign(mail, bank))))).toBe("trusted");
  });

  test("comes from a bank's subdomain, signed by the whole domain", async () => {
    const own = writeMail(withField("From", "notifikasi@mail.ocbc.id"), body);
    expect(said(await prove(await sign(own, bank)))).toBe("trusted");
  });

  test("was signed with a replaced key that Tepat saw at the time", async () => {
    const old = await prove(await sign(mail, bank));
    const key = (old as { key_record: string }).key_record;
    const replaced = new TestDns([modern]);
    expect(said(await prove(await sign(mail, bank), replaced))).toBe("no_key");
    const proof = await proveMail(Buffer.from(await sign(mail, bank)), {
      lookUpKey: () => Promise.resolve([key]),
      at,
    });
    expect(said(proof)).toBe("trusted");
    expect(said(await prove(await sign(mail, modern), replaced))).toBe("trusted");
  });
});

test("an email is checked later if DNS does not answer, and then trusted", async () => {
  const dns = new TestDns([bank]);
  dns.isAway = true;
  const signed = await sign(mail, bank);
  const proof = await prove(signed, dns);
  expect(proof).toMatchObject({ outcome: "later", advice: expect.stringContaining("again later") });
  dns.isAway = false;
  expect(said(await prove(signed, dns))).toBe("trusted");
});

test("only the bank's keys are looked up, at most one per signature", async () => {
  const dns = new TestDns([bank]);
  let signed = mail;
  for (let count = 0; count < limits.mailSignatures; count += 1) {
    signed = await sign(signed, carrier);
  }
  expect(said(await prove(signed, dns))).toBe("other_signer");
  expect(dns.asked).toEqual([]);
  expect(said(await prove(await sign(signed, bank), dns))).toBe("too_many_signatures");
  expect(dns.asked).toEqual([]);
});

describe("a key is not used if its DNS answer", () => {
  const refusedFor = async (records: string[]) => {
    const dns = new TestDns([]);
    dns.publish(bank, records);
    return said(await prove(await sign(mail, bank), dns));
  };

  test.each<[string, (record: string) => string[], string]>([
    ["has no key", () => [], "no_key"],
    ["has other records alone", () => ["v=spf1 -all"], "no_key"],
    ["has two keys", (record) => [record, record], "unusable_key"],
    [
      "has too many records",
      (record) => [record, ...Array.from({ length: limits.mailKeyRecords }, () => "x")],
      "unusable_key",
    ],
    ["is too large", (record) => [record, "x".repeat(limits.mailKeyCharacters)], "unusable_key"],
    ["withdraws it", () => ["v=DKIM1; k=rsa; p="], "unusable_key"],
    ["has a key of another kind", () => [modern.record], "unusable_key"],
    [
      "has a key for other purposes",
      (record) => [record.replace("k=", "s=tlsrpt; k=")],
      "unusable_key",
    ],
    ["allows other hashes alone", (record) => [record.replace("k=", "h=sha1; k=")], "unusable_key"],
    ["is in another version", (record) => [record.replace("DKIM1", "DKIM2")], "unusable_key"],
    ["says that it is a test", (record) => [record.replace("k=", "t=y; k=")], "test_key"],
  ])("%s", async (_, records, reason) => {
    expect(await refusedFor(records(bank.record))).toBe(reason);
  });

  test("has another record beside the key, which changes nothing", async () => {
    expect(await refusedFor(["v=spf1 -all", bank.record])).toBe("trusted");
  });
});

describe("a signature counts at its time:", () => {
  const hour = 3_600_000;
  const signed = (options: { signedAt: Date; expiresAt?: Date }) => sign(mail, bank, options);

  test("is refused after its expiry", async () => {
    const text = await signed({ signedAt: at, expiresAt: new Date(at.getTime() + hour) });
    expect(said(await prove(text, undefined, new Date(at.getTime() + 2 * hour)))).toBe("expired");
    expect(await prove(text)).toMatchObject({
      outcome: "trusted",
      expires_at: new Date(at.getTime() + hour).toISOString(),
    });
  });

  test("t= can be a little later than now, but not much later", async () => {
    const allowed = limits.mailClockSeconds * 1000;
    const near = await signed({ signedAt: new Date(at.getTime() + allowed) });
    expect(said(await prove(near))).toBe("trusted");
    const far = await signed({ signedAt: new Date(at.getTime() + allowed + 1000) });
    expect(said(await prove(far))).toBe("future_signature");
  });
});

describe("an email is refused with a reason and advice if", () => {
  const big = "x".repeat(limits.mailBytes);
  const manyBytes = `X: ${"x".repeat(limits.mailHeaderBytes)}\r\n`;
  const short = rsaKey("ocbc.id", "short", 1023);

  test.each<[string, () => string | Promise<string>, string]>([
    ["it is too large", () => mail + big, "too_large"],
    ["its header is too large", () => manyBytes + mail, "too_many_fields"],
    [
      "it has too many fields",
      () => "X: x\r\n".repeat(limits.mailHeaderFields) + mail,
      "too_many_fields",
    ],
    [
      "a field has too many lines",
      () => `X: x\r\n${" x\r\n".repeat(limits.mailHeaderLines)}${mail}`,
      "too_many_fields",
    ],
    [
      "a signature is too long",
      () => `DKIM-Signature: a=${" ".repeat(limits.mailSignatureBytes)}x\r\n${mail}`,
      "too_many_fields",
    ],
    ["it is no email", () => "Rp150.123", "unreadable"],
    ["it is empty", () => "", "unreadable"],
    ["it lacks a field", () => mail.replace(/^To: .*\r\n/m, ""), "missing_field"],
    ["it has no signature", () => mail, "not_signed"],
    [
      "its sender is no bank",
      () => sign(mail.replace("@ocbc.id>", "@mailer.example>"), carrier),
      "unknown_sender",
    ],
    ["a person forwarded it", () => sign(mail, carrier), "other_signer"],
    ["the bank's key is short", () => sign(mail, short), "weak_key"],
  ])("%s", async (_, write, reason) => {
    const proof = await prove(await write(), new TestDns([bank, carrier, short]));
    expect(proof).toMatchObject({ outcome: "refused", reason });
    expect((proof as { advice: string }).advice).toMatch(/^[A-Z].+\.$/);
  });
});

test("a refusal names the domains that signed in the bank's place", async () => {
  const twice = await sign(await sign(mail, carrier), carrier);
  expect(await prove(twice)).toMatchObject({
    reason: "other_signer",
    signed_by: ["mailer.example"],
  });
  const odd = twice.replaceAll("d=mailer.example", 'd="x"');
  expect(await prove(odd)).toMatchObject({ reason: "other_signer", signed_by: [] });
});

test("each bank's domains are in comparable form, and belong to one bank", () => {
  const domains = banks.flatMap(({ mail: own }) => own?.domains ?? []);
  expect(domains.length).toBeGreaterThan(10);
  expect(new Set(domains).size).toBe(domains.length);
  for (const domain of domains) expect(domain).toMatch(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/);
});
