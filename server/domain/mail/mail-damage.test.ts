import { expect, test } from "vitest";
import { randomFrom } from "../../testing/random.ts";
import { rsaKey, signMail, TestDns, writeMail } from "../../testing/signed-mail.ts";
import { ocbc } from "../banks/ocbc.ts";
import { proveMail } from "./mail-proof.ts";
import { readMail } from "./mail-reading.ts";

const random = randomFrom("the damaged emails");
const below = (most: number): number => Math.floor(random() * most);
const one = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;

const sample = ocbc.mail?.rules?.[0]?.samples[0] as { subject: string; text: string };
const bank = rsaKey("ocbcnisp.com", "s1");
const { lookUpKey } = new TestDns([bank]);
const at = new Date();

const page = `<div>${sample.text.replaceAll("\n", "<br>\r\n")}</div>`;
const mail = writeMail(
  [
    ["From", "OCBC <noreply@ocbcnisp.com>"],
    ["To", "toko@example.com"],
    ["Subject", sample.subject],
    ["Date", at.toUTCString()],
    ["Content-Type", 'multipart/alternative; boundary="b"'],
  ],
  `--b\r\nContent-Type: text/plain\r\n\r\n${sample.text.replaceAll("\n", "\r\n")}\r\n` +
    `--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${page}\r\n--b--\r\n`,
);

/** Pieces with a meaning for one of the parsers. */
const pieces = [
  ..."\0\r\n\t :;=<>&\"'-9".split(""),
  "\r\n",
  "\r\n\r\n",
  "\r\n ",
  "--b\r\n",
  "--b--",
  "From: a@ocbcnisp.com\r\n",
  "Content-Type: text/html\r\n",
  "Content-Transfer-Encoding: base64\r\n",
  "=?utf-8?B?UnA5?=",
  "<!--",
  "<style>",
  "Nominal : Rp 9.000.000,00\r\n",
  "l=0; ",
  "x".repeat(300),
];

/** Damages an email in one place. */
function damaged(text: string): string {
  const from = below(text.length);
  const to = from + below(random() < 0.7 ? 4 : 400);
  const lines = text.split("\r\n");
  const line = below(lines.length);
  return one([
    () => text.slice(0, from) + one(pieces) + text.slice(from),
    () => text.slice(0, from) + text.slice(to),
    () => text.slice(0, from) + text.slice(from, to) + text.slice(from),
    () => text.slice(0, from) + String.fromCharCode(below(256)) + text.slice(from + 1),
    () => lines.toSpliced(line, 1).join("\r\n"),
    () => lines.toSpliced(below(lines.length), 0, lines[line] as string).join("\r\n"),
    () => text.slice(0, from),
  ])();
}

test("damage never stops a reader, and every trusted result stays the same", async () => {
  const canonicalizations = ["relaxed/relaxed", "simple/simple", "simple/relaxed"];
  const originals = await Promise.all(
    canonicalizations.map((canonicalization) => signMail(mail, bank, { canonicalization })),
  );
  const check = async (text: string) => {
    const bytes = Buffer.from(text, "latin1");
    const proof = await proveMail(bytes, { lookUpKey, at });
    if (proof.outcome !== "trusted") return { outcome: proof.outcome };
    const { sender, recipient, subject, written_at, bank_code } = proof;
    const reading = readMail(bytes, proof);
    return { sender, recipient, subject, written_at, bank_code, reading };
  };
  const whole = await check(originals[0] as string);
  expect(whole).toMatchObject({ reading: { outcome: "transaction" } });

  let trusted = 0;
  for (let turn = 0; turn < 1500; turn += 1) {
    let text = one(originals);
    for (let places = 1 + below(3); places > 0; places -= 1) text = damaged(text);
    const said = await check(text);
    if ("outcome" in said) continue;
    trusted += 1;
    expect(said, text).toEqual(whole);
  }
  expect(trusted).toBeGreaterThan(0);
});

test("an email that is damaged before it is signed is read or left unread, and never fails", async () => {
  const proof = await proveMail(Buffer.from(await signMail(mail, bank)), { lookUpKey, at });
  if (proof.outcome !== "trusted") throw new Error("the original is trusted");
  for (let turn = 0; turn < 1000; turn += 1) {
    const reading = readMail(Buffer.from(damaged(damaged(mail)), "latin1"), proof);
    expect(["transaction", "unread"]).toContain(reading.outcome);
  }
});
