import { expect, test } from "vitest";
import { randomFrom } from "../../testing/random.ts";
import {
  ed25519Key,
  type HeaderLines,
  rsaKey,
  type SigningOptions,
  signMail,
  TestDns,
  writeMail,
} from "../../testing/signed-mail.ts";
import { proveMail } from "./mail-proof.ts";

/** Forgeries of a bank's email, drawn from families. The forger has the bank's real emails and keys of other domains. */

const random = randomFrom("the forged emails");
const drawn = (most: number): number => 1 + Math.floor(random() * most);
const one = <Item>(items: readonly Item[]): Item => items[drawn(items.length) - 1] as Item;
const rupiah = (): string => `Rp ${drawn(900)}.${100 + drawn(899)},00`;

const domain = "bca.co.id";
const bank = rsaKey(domain, "s1");
const bankModern = ed25519Key(domain, "s2");
const testKey = rsaKey(domain, "trial");
const weakKey = rsaKey(domain, "weak", 768);
const stolenName = rsaKey(domain, "s1");
const forger = rsaKey("forger.example", "f");
const lent = rsaKey(`promo.${domain}`, "lent");
const otherBank = rsaKey("jago.com", "j");
const dns = new TestDns([bank, bankModern, weakKey, forger, lent, otherBank]);
dns.publish(testKey, [testKey.record.replace("k=rsa", "k=rsa; t=y")]);

const at = new Date();
const sender = `bca@${domain}`;
const headerOf = (from: string): HeaderLines => [
  ["From", from],
  ["To", "toko@example.com"],
  ["Subject", "Dana masuk"],
  ["Date", at.toUTCString()],
  ["Message-ID", `<${drawn(1e9)}@${domain}>`],
  ["Content-Type", 'multipart/mixed; boundary="x"'],
];
const partOf = (amount: string): string =>
  `--x\r\nContent-Type: text/plain\r\n\r\nNominal : ${amount}\r\n--x--\r\n`;
const mailOf = (from = `BCA <${sender}>`): string => writeMail(headerOf(from), partOf(rupiah()));

const signed = (options?: SigningOptions, mail = mailOf()): Promise<string> =>
  signMail(mail, one([bank, bankModern]), {
    canonicalization: one(["relaxed/relaxed", "relaxed/simple", "simple/simple"]),
    ...options,
  });

const beforeField = (mail: string, name: string, line: string): string =>
  mail.replace(new RegExp(`^${name}:`, "m"), `${line}\r\n${name}:`);
const atEndOfHeader = (mail: string, line: string): string =>
  mail.replace("\r\n\r\n", `\r\n${line}\r\n\r\n`);
const added = (mail: string, name: string, line: string): string =>
  random() < 0.5 ? beforeField(mail, name, line) : atEndOfHeader(mail, line);

const withoutField = (name: string): string[] =>
  ["From", "To", "Subject", "Date", "Content-Type"].filter((field) => field !== name);

const families: Record<string, () => string | Promise<string>> = {
  "another amount": async () => (await signed()).replace(/Rp \d+/, `Rp ${900 + drawn(99)}`),
  "text after the body": async () => `${await signed()}Nominal : ${rupiah()}\r\n`,
  "text before the parts": async () =>
    (await signed()).replace("\r\n\r\n--x", `\r\n\r\nNominal : ${rupiah()}\r\n--x`),
  "another subject": async () => (await signed()).replace("Dana masuk", `Dana masuk ${rupiah()}`),
  "another recipient": async () =>
    (await signed()).replace("toko@", one(["kasir@", "toko2@", "toko@x.", "a@b.id, toko@"])),
  "another date": async () =>
    (await signed()).replace(/^Date: .*$/m, `Date: ${new Date(drawn(2e12)).toUTCString()}`),
  "another name for a sender": async () => (await signed()).replace("BCA <", `BCA ${drawn(9)} <`),
  "another border of the parts": async () =>
    (await signed()).replace('boundary="x"', `boundary="${one(["y", "", "x-", "Nominal"])}"`),
  "the bank's name over a forger's signature": () => signMail(mailOf(), forger),
  "another bank's signature": () => signMail(mailOf(), otherBank),
  "the bank's address as the name": () =>
    signMail(
      mailOf(one([`"${sender}" <a@forger.example>`, `"BCA <${sender}>" <a@forger.example>`])),
      forger,
    ),
  "two addresses": () =>
    signed({}, mailOf(one([`${sender}, a@forger.example`, `<${sender}> <a@forger.example>`]))),
  "two senders": async () =>
    added(await signed(), "From", one([`From: a@forger.example`, `from:${sender}`])),
  "a field twice": async () => {
    const name = one(["To", "Subject", "Date", "Content-Type"]);
    return added(await signed(), name, `${one([name, name.toLowerCase()])}: ${rupiah()}`);
  },
  "a hidden second field": async () => {
    const name = one(["From", "Subject", "To"]);
    const line = one([`${name} :`, `${name}\t:`, ` \r\n${name}:`, `\0${name}:`, `X: 1\r${name}:`]);
    return added(await signed(), name, `${line} ${rupiah()}`);
  },
  "a signature over a part of the body": async () =>
    `${await signed({ bodyBytes: drawn(20) })}Nominal : ${rupiah()}\r\n`,
  "a signature of no body": () => signed({ bodyBytes: 0 }),
  "rsa-sha1": () => signMail(mailOf(), bank, { algorithm: "rsa-sha1" }),
  "a short key": () => signMail(mailOf(), weakKey),
  "a test key": () => signMail(mailOf(), testKey),
  "a key of the forger's under the bank's name": () => signMail(mailOf(), stolenName),
  "a key that the bank never had": () => signMail(mailOf(), rsaKey(domain, `k${drawn(99)}`)),
  "a lent part of the domain": () =>
    signMail(mailOf(`BCA <bca@${one([domain, `promo.${domain}`])}>`), lent),
  "a similar domain": () => {
    const similar = one([
      "bca-co.id",
      `${domain}.forger.example`,
      "bcа.co.id",
      "bca.co.id.",
      "co.id",
    ]);
    return signMail(mailOf(`BCA <bca@${similar}>`), forger);
  },
  "a field that is not signed": () =>
    signed({ fields: withoutField(one(["To", "Subject", "Date", "Content-Type"])) }),
  "an encoding that is not signed": async () =>
    atEndOfHeader(
      await signed(),
      `Content-Transfer-Encoding: ${one(["quoted-printable", "base64", "BASE64"])}`,
    ),
  "an old signature": () =>
    signed({
      signedAt: new Date(at.getTime() - 3_600_000 * (1 + drawn(99))),
      expiresAt: new Date(at.getTime() - 1000 * drawn(3600)),
    }),
  "a signature of the future": () =>
    signed({ signedAt: new Date(at.getTime() + 3_600_000 * drawn(99)) }),
  "a damaged signature": async () => (await signed()).replace(/ b=\s*\S{4}/, " b=AAAA"),
  "a signature with changed tags": async () =>
    (await signed()).replace(
      ...(one([
        ["v=1", "v=2"],
        [`d=${domain}`, `d=${domain}; d=${domain}`],
        ["; bh=", "; x=abc; bh="],
        ["; s=", "; i=@forger.example; s="],
        ["; s=", "; q=dns/other; s="],
      ]) as [string, string]),
    ),
  "no signature": () =>
    `Authentication-Results: mx.google.com; dkim=pass header.d=${domain}\r\n${mailOf()}`,
  "a carrier's word": () =>
    signMail(
      `ARC-Authentication-Results: i=1; mx.google.com; dkim=pass header.i=@${domain}\r\n${mailOf()}`,
      forger,
    ),
  "a bank's email inside another": async () =>
    signMail(
      writeMail(
        headerOf(`BCA <${sender}>`),
        `--x\r\nContent-Type: message/rfc822\r\n\r\n${await signed()}--x--\r\n`,
      ),
      forger,
    ),
};

/** Each forgery fails by its own fault. */
const reasons: Record<string, string | string[]> = {
  "another amount": "changed_body",
  "text after the body": "changed_body",
  "text before the parts": "changed_body",
  "another subject": "changed_header",
  "another recipient": "changed_header",
  "another date": "changed_header",
  "another name for a sender": "changed_header",
  "another border of the parts": "changed_header",
  "the bank's name over a forger's signature": "other_signer",
  "another bank's signature": "other_signer",
  "the bank's address as the name": "unknown_sender",
  "two addresses": "sender",
  "two senders": "repeated_field",
  "a field twice": "repeated_field",
  "a hidden second field": "unreadable",
  "a signature over a part of the body": "part_of_body",
  "a signature of no body": "part_of_body",
  "rsa-sha1": "weak_signature",
  "a short key": "weak_key",
  "a test key": "test_key",
  "a key of the forger's under the bank's name": "changed_header",
  "a key that the bank never had": "no_key",
  "a lent part of the domain": "other_signer",
  "a similar domain": ["sender", "unknown_sender"],
  "a field that is not signed": "unsigned_field",
  "an encoding that is not signed": "unsigned_field",
  "an old signature": "expired",
  "a signature of the future": "future_signature",
  "a damaged signature": "changed_header",
  "a signature with changed tags": "malformed_signature",
  "no signature": "not_signed",
  "a carrier's word": "other_signer",
  "a bank's email inside another": "other_signer",
};

const each = 7;

test("none of more than 200 forgeries of all families is trusted, and each has its reason", async () => {
  const wrong: string[] = [];
  let count = 0;
  for (const [family, forge] of Object.entries(families)) {
    for (let turn = 0; turn < each; turn += 1) {
      const mail = await forge();
      const proof = await proveMail(Buffer.from(mail), { lookUpKey: dns.lookUpKey, at });
      const reason = proof.outcome === "refused" ? proof.reason : proof.outcome;
      if (![reasons[family]].flat().includes(reason)) wrong.push(`${family}: ${reason}\n${mail}`);
      count += 1;
    }
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(200);
});

test("the emails are trusted before the forger changes them", async () => {
  for (let turn = 0; turn < 20; turn += 1) {
    const mail = Buffer.from(await signed());
    expect(await proveMail(mail, { lookUpKey: dns.lookUpKey, at })).toMatchObject({
      outcome: "trusted",
      bank_code: "BCA",
    });
  }
});
