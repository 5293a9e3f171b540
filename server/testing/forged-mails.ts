import {
  ed25519Key,
  type HeaderLines,
  rsaKey,
  type SigningOptions,
  signMail,
  TestDns,
  writeMail,
} from "./signed-mail.ts";

/**
 * Draws forgeries of a bank's email from several families. The forger has the bank's real emails and keys of other
 * domains.
 */

export interface ForgedBank {
  random: () => number;
  /** The bank's domain. The sender and the recipient follow. */
  domain: string;
  sender: string;
  to: string;
  subject: string;
  /** Returns the bank's text about this amount, with its last line ending. */
  text: (amount: string) => string;
  /** Returns the amount that the forger wants Tepat to accept, for example `Rp 150.123,00`. */
  rupiah: () => string;
}

const otherAmount = "Rp 1.001,00";

export function createForger({ random, domain, sender, to, subject, text, rupiah }: ForgedBank) {
  const drawn = (most: number): number => 1 + Math.floor(random() * most);
  const one = <Item>(items: readonly Item[]): Item => items[drawn(items.length) - 1] as Item;

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
  const from = `Bank <${sender}>`;
  const headerOf = (written: string): HeaderLines => [
    ["From", written],
    ["To", to],
    ["Subject", subject],
    ["Date", at.toUTCString()],
    ["Message-ID", `<${drawn(1e9)}@${domain}>`],
    ["Content-Type", 'multipart/mixed; boundary="x"'],
  ];
  const partOf = (amount: string): string =>
    `--x\r\nContent-Type: text/plain\r\n\r\n${text(amount)}--x--\r\n`;
  const mailOf = (written = from, amount = rupiah()): string =>
    writeMail(headerOf(written), partOf(amount));

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
    "another amount": async () =>
      (await signed({}, mailOf(from, otherAmount))).replace(otherAmount, rupiah()),
    "text after the body": async () => `${await signed()}${text(rupiah())}`,
    "text before the parts": async () =>
      (await signed()).replace("\r\n\r\n--x", `\r\n\r\n${text(rupiah())}--x`),
    "another subject": async () =>
      (await signed()).replace(`Subject: ${subject}`, `Subject: ${subject} ${rupiah()}`),
    "another recipient": async () =>
      (await signed()).replace(
        `To: ${to}`,
        `To: ${one([`other-${to}`, `a@b.id, ${to}`, `${to}, a@b.id`, `<${to}>`])}`,
      ),
    "another date": async () =>
      (await signed()).replace(/^Date: .*$/m, `Date: ${new Date(drawn(2e12)).toUTCString()}`),
    "another name for a sender": async () =>
      (await signed()).replace("From: Bank <", `From: Bank ${drawn(9)} <`),
    "another border of the parts": async () =>
      (await signed()).replace('boundary="x"', `boundary="${one(["y", "", "x-", "Nominal"])}"`),
    "the bank's name over a forger's signature": () => signMail(mailOf(), forger),
    "another bank's signature": () => signMail(mailOf(), otherBank),
    "the bank's address as the name": () =>
      signMail(
        mailOf(one([`"${sender}" <a@forger.example>`, `"Bank <${sender}>" <a@forger.example>`])),
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
      const line = one([
        `${name} :`,
        `${name}\t:`,
        ` \r\n${name}:`,
        `\0${name}:`,
        `X: 1\r${name}:`,
      ]);
      return added(await signed(), name, `${line} ${rupiah()}`);
    },
    "a signature over a part of the body": async () =>
      `${await signed({ bodyBytes: drawn(20) })}${text(rupiah())}`,
    "a signature of no body": () => signed({ bodyBytes: 0 }),
    "rsa-sha1": () => signMail(mailOf(), bank, { algorithm: "rsa-sha1" }),
    "a short key": () => signMail(mailOf(), weakKey),
    "a test key": () => signMail(mailOf(), testKey),
    "a key of the forger's under the bank's name": () => signMail(mailOf(), stolenName),
    "a key that the bank never had": () => signMail(mailOf(), rsaKey(domain, `k${drawn(99)}`)),
    "a lent part of the domain": () =>
      signMail(mailOf(`Bank <notice@${one([domain, `promo.${domain}`])}>`), lent),
    "a similar domain": () => {
      const similar = one([
        domain.replace(".", "-"),
        `${domain}.forger.example`,
        // A Cyrillic letter.
        domain.replace("c", "с"),
        `${domain}.`,
        domain.slice(domain.indexOf(".") + 1),
      ]);
      return signMail(mailOf(`Bank <notice@${similar}>`), forger);
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
          headerOf(`Bank <${sender}>`),
          `--x\r\nContent-Type: message/rfc822\r\n\r\n${await signed()}--x--\r\n`,
        ),
        forger,
      ),
  };

  return { families, signed, dns, at };
}

/** The reason why each forgery fails. */
export const forgeryReasons: Record<string, string | string[]> = {
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
