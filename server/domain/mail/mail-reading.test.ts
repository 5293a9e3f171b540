import { describe, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { writeMail } from "../../testing/signed-mail.ts";
import type { MailRule } from "../banks/bank.ts";
import { banks } from "../banks/index.ts";
import { ocbc } from "../banks/ocbc.ts";
import type { ProvenMail } from "./mail-proof.ts";
import { readMail } from "./mail-reading.ts";

const rule = ocbc.mail?.rules?.[0] as MailRule;
const [sample] = rule.samples as [MailRule["samples"][number]];

interface Content {
  type: string;
  body: string | Buffer;
  encoding?: string;
}

const proofOf = (bank_code: string, subject: string, sender: string, at: string) =>
  ({
    bank_code,
    subject,
    sender,
    written_at: new Date(Date.parse(at) + 60_000).toISOString(),
  }) as ProvenMail;

function readAs(
  { type, body, encoding = "8bit" }: Content,
  { subject = sample.subject, bank_code = "OCBC", sender = rule.senders[0] } = {},
) {
  const header = writeMail(
    [
      ["Content-Type", type],
      ["Content-Transfer-Encoding", encoding],
    ],
    "",
  );
  const mail = Buffer.concat([Buffer.from(header), Buffer.from(body as string)]);
  return readMail(mail, proofOf(bank_code, subject, sender, sample.at));
}

const plain = (body: string): Content => ({ type: "text/plain; charset=utf-8", body });
const html = (body: string): Content => ({ type: "text/html; charset=utf-8", body });
const mixed = (...parts: Content[]): Content => ({
  type: 'multipart/alternative; boundary="b"',
  body: `${parts.map(({ type, body }) => `--b\r\nContent-Type: ${type}\r\n\r\n${String(body)}\r\n`).join("")}--b--\r\n`,
});

const transfer = {
  outcome: "transaction",
  rule: "ocbc_mail.transfer_in",
  type: "CREDIT",
  amount: sample.amount,
  currency: "IDR",
  sender: sample.sender,
  account: sample.account,
  transferred_at: sample.at,
};

/** The sample as a bank's HTML: a table of labels, colons and values. */
const [opening = "", lines = ""] = sample.text.split(/(?<=berikut:)/);
const rows = lines
  .split("\n")
  .filter(Boolean)
  .map((line) => `<tr><td>${line.replace(/ *: */, "</td><td>:</td><td><b>")}</b></td></tr>`)
  .join("\n");
const page = `<html><head><title>OCBC</title><style>td { color: red }</style></head><body>
<div style="display:none">Transfer masuk Rp9.000.000</div>
<p>${opening.replaceAll("\n", "<br>")}</p><table>${rows}</table><p>Salam,<br>OCBC</p></body></html>`;

const changed = (from: string | RegExp, to: string): string => sample.text.replace(from, to);

describe("a transfer is read from", () => {
  test.each(
    banks.flatMap(({ code, mail }) => (mail?.rules ?? []).map((own) => [code, own] as const)),
  )("each sample of %s", (bank_code, { name, senders: [from], samples }) => {
    for (const { subject, text, amount, sender, account, at } of samples) {
      const content = plain(text);
      expect(readAs(content, { subject, bank_code, sender: from })).toMatchObject({
        outcome: "transaction",
        rule: `${bank_code.toLowerCase()}_mail.${name}`,
        amount,
        sender,
        account,
        transferred_at: at,
      });
    }
    expect(samples.length).toBeGreaterThan(0);
  });

  test.each<[string, Content]>([
    ["HTML", html(page)],
    ["HTML and the same as plain text", mixed(plain(sample.text), html(page))],
    [
      "HTML beside a plain text that only says to look at it",
      mixed(plain("Buka di browser"), html(page)),
    ],
    ["base64", { ...plain(Buffer.from(sample.text).toString("base64")), encoding: "base64" }],
    [
      "quoted-printable",
      {
        ...plain(sample.text.replaceAll("=", "=3D").replace("Nominal", "Nomi=\r\nn=61l")),
        encoding: "quoted-printable",
      },
    ],
    [
      "quoted-printable whose lines got blanks on their way",
      {
        ...plain(sample.text.replaceAll("=", "=3D").replace("Nominal", "Nomi= \t\r\nnal")),
        encoding: "quoted-printable",
      },
    ],
    ...[
      "Email ini tidak dapat dibalas.",
      "Transaksi yang berhasil tidak dapat dibatalkan.",
      "Jika transaksi ini gagal atau ditolak, hubungi 1500-999.",
      "Saldo Anda: Rp 9.000.123,00",
      "OCBC adalah peserta penjaminan LPS. Simpanan dijamin hingga Rp 2.000.000.000,00 per nasabah.",
      "Simpanan yang dijamin LPS maksimal Rp2 miliar.",
    ].map((footer): [string, Content] => [
      `a text with "${footer}" after it`,
      plain(`${sample.text}\n\n${footer}`),
    ]),
    ["an unknown character set", { ...plain(sample.text), type: "text/plain; charset=x-unknown" }],
    [
      "a text that is wrapped",
      plain(changed("telah menerima Transfer", "telah\nmenerima\nTransfer")),
    ],
  ])("%s", (_, content) => {
    expect(readAs(content)).toEqual(transfer);
  });

  test("a text whose name is in a broken character set", () => {
    const body = Buffer.from(changed("BUDI CONTOH", "BUDI\xE9 CONTOH"), "latin1");
    expect(readAs({ ...plain(""), body })).toMatchObject({
      amount: sample.amount,
      sender: "BUDI\u{FFFD} CONTOH",
    });
  });

  test.each(["image/png", "message/rfc822", "text/plain; name=x"])(
    "only the body, with any attachment of type %s",
    (type) => {
      const attached = `${type}\r\nContent-Disposition: attachment`;
      const body = changed("400.123", "900.123");
      const content = mixed(plain(sample.text), { type: attached, body });
      expect(readAs(content)).toEqual(transfer);
    },
  );
});

describe("nothing is read if", () => {
  test.each<[string, Content, string]>([
    ["the text is another", plain("Terima kasih"), "unknown_wording"],
    ["there is no text", plain(""), "unknown_wording"],
    ["a line is missing", plain(changed(/^Nominal.*\n/m, "")), "unknown_wording"],
    [
      "the lines are in another order",
      plain(changed(/^(Nominal.*)\n\n(Bank Penerima.*)$/m, "$2\n$1")),
      "unknown_wording",
    ],
    [
      "the amount is no exact one",
      plain(changed("Rp 400.123,00", "Rp 400 ribu")),
      "unknown_wording",
    ],
    ["the amount is not in rupiah", plain(changed("Rp 400", "USD 400")), "unknown_wording"],
    ["the day is none", plain(changed("04 November", "44 November")), "unknown_wording"],
    ["the day is later than the email", plain(changed("2024", "2025")), "doubtful"],
    [
      "the sender's name is an amount",
      plain(changed("BUDI CONTOH", "Rp9.000.000 diterima")),
      "doubtful",
    ],
    [
      "the sender's name repeats the bank's lines",
      plain(changed("BUDI CONTOH", "BUDI\nNo Rekening Pengirim: 1\nNominal: Rp 9.000.000,00")),
      "ambiguous",
    ],
    [
      "the sender's name repeats them on its line",
      plain(changed("BUDI CONTOH", "BUDI No Rekening Pengirim: 1 Nominal: Rp 9.000.000,00")),
      "doubtful",
    ],
    ["a line is there twice", plain(`${sample.text}\nNominal : Rp 9.000.000,00`), "ambiguous"],
    ["it tells of two transfers", plain(`${sample.text}\n${sample.text}`), "ambiguous"],
    ["its opening stands twice", plain(`${opening}\n${sample.text}`), "ambiguous"],
    ["other money stands before it", plain(`Saldo Rp 9.000.000\n${sample.text}`), "ambiguous"],
    ["other money stands after it", plain(`${sample.text}\nTotal: Rp 9.000.000`), "ambiguous"],
    ["a remark names other money", plain(`${sample.text}\nBerita: Rp9.000.000`), "ambiguous"],
    ["a failure stands before it", plain(`Transfer ini GAGAL.\n${sample.text}`), "doubtful"],
    ["a failure stands after it", plain(`${sample.text}\nStatus: Ditolak`), "doubtful"],
    [
      "a failure stands after an ordinary sentence",
      plain(`${sample.text}\nJika ada pertanyaan, hubungi kami.\nDana telah dikembalikan.`),
      "doubtful",
    ],
    [
      "a failure stands after a denial",
      plain(`${sample.text}\nTransfer tidak berhasil dan dana dikembalikan`),
      "doubtful",
    ],
    [
      "a failure stands after a condition",
      plain(`${sample.text}\nJika ada pertanyaan hubungi kami, transfer gagal`),
      "doubtful",
    ],
    ["the HTML quotes it", html(`<blockquote>${page}</blockquote>`), "not_a_notification"],
    [
      "the HTML quotes something beside it",
      html(`${page}<blockquote>Terima kasih</blockquote>`),
      "not_a_notification",
    ],
    [
      "HTML and plain text disagree",
      mixed(plain(changed("400.123", "900.123")), html(page)),
      "ambiguous",
    ],
    ["the transfer is hidden in the HTML", html(`<div hidden>${page}</div>`), "unknown_wording"],
    [
      "the transfer is in an email inside",
      { type: "message/rfc822", body: `\r\n${sample.text}` },
      "unknown_wording",
    ],
  ])("%s", (_, content, reason) => {
    expect(readAs(content)).toMatchObject({ outcome: "unread", reason });
  });

  test("the subject is another", () => {
    const reading = readAs(plain(sample.text), { subject: "Promo Rp9.000.000" });
    expect(reading).toMatchObject({ outcome: "unread", reason: "unknown_wording" });
  });

  test("no wording of the bank is known", () => {
    const reading = readAs(plain(sample.text), { bank_code: "BCA" });
    expect(reading).toMatchObject({ outcome: "unread", reason: "no_format" });
  });

  test.each(["Re: ", "RE : ", "Re[2]: ", "Fwd: ", "FW: ", "Balas: ", "Trs: ", "Info ", "OCBC: "])(
    "the subject begins with %j",
    (prefix) => {
      const reading = readAs(plain(sample.text), { subject: prefix + sample.subject });
      expect(reading).toMatchObject({
        outcome: "unread",
        reason: /^(?:Info|OCBC)/.test(prefix) ? "unknown_wording" : "not_a_notification",
      });
    },
  );

  test("the subject reports a failure", () => {
    const reading = readAs(plain(sample.text), { subject: `${sample.subject}. Ditolak` });
    expect(reading).toMatchObject({ outcome: "unread", reason: "doubtful" });
  });

  test.each(["siti.karyawan@ocbcnisp.com", "noreply@mail.ocbcnisp.com", "noreply@ocbc.id"])(
    "it comes from %s, which reports no transfers",
    (sender) => {
      const reading = readAs(plain(sample.text), { sender });
      expect(reading).toMatchObject({ outcome: "unread", reason: "not_a_notification" });
    },
  );
});

describe("an email that would take too long is not read:", () => {
  const most = limits.mailBytes - 1000;
  const nested = (depth: number): string =>
    depth === 0
      ? `Content-Type: text/plain\r\n\r\n${sample.text}`
      : `Content-Type: multipart/mixed; boundary="${"b".repeat(depth)}"\r\n\r\n--${"b".repeat(depth)}\r\n${nested(depth - 1)}\r\n--${"b".repeat(depth)}--`;

  test.each<[string, Content]>([
    [
      "parts in parts",
      {
        type: 'multipart/mixed; boundary="x"',
        body: `--x\r\n${nested(limits.mailPartsDepth + 1)}\r\n--x--`,
      },
    ],
    [
      "many parts",
      {
        type: 'multipart/mixed; boundary="x"',
        body: "--x\r\n\r\n".repeat(limits.mailParts + 1),
      },
    ],
    [
      "headers of parts",
      {
        type: 'multipart/mixed; boundary="x"',
        body: `--x\r\nX: ${"x".repeat(limits.mailHeaderBytes)}\r\n\r\n--x--`,
      },
    ],
    ["elements in elements", html("<b>".repeat(most / 3))],
    ["elements that never close", html(`${"<i>".repeat(most / 8)}${"</b>".repeat(most / 8)}`)],
    ["a long page", html("x ".repeat(most / 2))],
    ["a long text", plain("x ".repeat(most / 2))],
  ])("%s", (_, content) => {
    expect(readAs(content)).toMatchObject({ outcome: "unread", reason: "too_complex" });
  });

  test("soft line breaks with blanks cost no more than others", () => {
    const body = `${sample.text}\n${"= ".repeat(1000)}=${" ".repeat(most / 2)}x`;
    expect(readAs({ ...plain(body), encoding: "quoted-printable" })).toMatchObject({
      reason: "too_complex",
    });
  });

  test("a style of spaces and links without an end cost no more than others", () => {
    const styled = html(`<p style="font-size:0${" ".repeat(most)}x">${page}</p>`);
    expect(readAs(styled)).toEqual(transfer);
    const links = mixed(plain(sample.text), html("<a href=".repeat(most / 10)));
    expect(readAs(links)).toEqual(transfer);
  });
});
