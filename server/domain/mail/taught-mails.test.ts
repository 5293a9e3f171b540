import { describe, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { randomFrom } from "../../testing/random.ts";
import {
  createNearMisses,
  seabankAccount,
  seabankSender,
  seabankSubject,
  seabankText,
} from "../../testing/seabank-mails.ts";
import { writeMail } from "../../testing/signed-mail.ts";
import { readAmount } from "../notifications/formats/engine/amount.ts";
import { cleanText } from "../notifications/formats/engine/clean-text.ts";
import type { ProvenMail } from "./mail-proof.ts";
import type { WatchedAccount } from "./mailboxes.sql.ts";
import {
  findMailFaults,
  type MailMark,
  mailTemplateOf,
  proposeMailMarks,
  readTaught,
  type TaughtMail,
} from "./taught-mails.ts";

const account: WatchedAccount = {
  account_id: "one",
  account_number: seabankAccount,
  account_name: "SITI CONTOH",
  channel_code: "SEABANK",
  package_name: "id.co.bankbkemobile.digitalbank",
};

const proofOf = (changes: Partial<ProvenMail> = {}) =>
  ({
    bank_code: "SEABANK",
    sender: seabankSender,
    signing_domain: "seabank.co.id",
    subject: seabankSubject,
    written_at: new Date().toISOString(),
    ...changes,
  }) as ProvenMail;

function taughtFrom(
  text: string,
  { subject = seabankSubject, marks }: { subject?: string; marks?: MailMark[] } = {},
) {
  const cleaned = cleanText(text);
  const chosen = marks ?? proposeMailMarks(cleaned, [account]);
  const valueOf = (part: string) => {
    const mark = chosen.find((each) => each.part === part);
    return mark ? cleaned.slice(mark.start, mark.end) : "";
  };
  const given = {
    amount: readAmount(valueOf("amount")),
    names: [valueOf("sender"), "SITI CONTOH"],
  };
  const rule: TaughtMail = {
    rule_id: "rule",
    sender: seabankSender,
    signing_domain: "seabank.co.id",
    title: mailTemplateOf(subject, [], given),
    template: mailTemplateOf(cleaned, chosen, given),
  };
  const faults = findMailFaults(cleaned, chosen, {
    rule,
    proof: proofOf({ subject }),
    accounts: [account],
    bank_name: "SeaBank",
  });
  return { rule, faults: faults.map(({ code }) => code), marks: chosen, text: cleaned };
}

const mailOf = (text: string, type = "text/plain; charset=utf-8") =>
  Buffer.from(writeMail([["Content-Type", type]], text.replaceAll("\n", "\r\n")));

const read = (
  rule: TaughtMail,
  text: string,
  changes: Partial<ProvenMail> = {},
  accounts = [account],
) => readTaught(mailOf(text), proofOf(changes), { rules: [rule], accounts });

describe("a taught email", () => {
  test("makes a template without a name or a number of people", () => {
    const { rule, faults } = taughtFrom(seabankText({ amount: 200_123 }));
    expect(faults).toEqual([]);
    expect(rule.template).toContain(
      "Transfer Dari : {sender}\nRekening Tujuan : {account}\nJumlah : {amount}",
    );
    expect(rule.template).toContain("Halo {text},");
    expect(rule.template).toContain("Catatan : {text}");
    expect(rule.template).toContain("Waktu Transaksi : {when}");
    for (const kept of ["SITI", "BUDI", "kopi", "200", "9012", "20"]) {
      expect(rule.template).not.toContain(kept);
    }
  });

  test("reads the next email of the same wording, with any payer and amount", () => {
    const { rule } = taughtFrom(seabankText());
    const at = new Date(Math.floor(Date.now() / 1000) * 1000);
    const text = seabankText({ amount: 1_250_777, payer: "PT. MAJU JAYA", remark: "order 77", at });
    expect(read(rule, text)).toMatchObject({
      outcome: "transaction",
      rule: "taught.rule",
      amount: 1_250_777,
      sender: "PT. MAJU JAYA",
      account: seabankAccount,
      own: { account_id: "one" },
      transferred_at: at.toISOString(),
    });
  });

  test("repeats its amount in the subject and in a total", () => {
    const text = seabankText().replace("Catatan", "Total : Rp200.123\nCatatan");
    const { rule, faults } = taughtFrom(text, { subject: "Dana masuk Rp200.123" });
    expect(faults).toEqual([]);
    expect(rule.title).toBe("Dana masuk {same}");
    const next = seabankText({ amount: 350_111 }).replace("Catatan", "Total : Rp350.111\nCatatan");
    expect(read(rule, next, { subject: "Dana masuk Rp350.111" })).toMatchObject({
      amount: 350_111,
    });
    const other = next.replace("Total : Rp350.111", "Total : Rp350.112");
    expect(read(rule, other, { subject: "Dana masuk Rp350.111" })).toMatchObject({
      outcome: "unread",
    });
    expect(read(rule, next, { subject: "Dana masuk Rp1" })).toMatchObject({ outcome: "unread" });
  });

  test("takes the Date of the email if the bank names no time", () => {
    const text = (amount: number) => seabankText({ amount }).replace(/^Waktu.*\n/mu, "");
    const { rule } = taughtFrom(text(200_123));
    const written_at = new Date().toISOString();
    expect(read(rule, text(9999), { written_at })).toMatchObject({ transferred_at: written_at });
  });

  test("without a number pays the only watched account of the bank, and none of two", () => {
    const text = (amount: number) => seabankText({ amount, account: "***7890" });
    const { rule, faults } = taughtFrom(text(200_123));
    expect(faults).toEqual([]);
    expect(read(rule, text(9999))).toMatchObject({ own: { account_id: "one" } });
    const two = [account, { ...account, account_id: "two", account_number: "901200007890" }];
    expect(read(rule, text(9999), {}, two)).toMatchObject({ reason: "other_account" });
  });

  const near = createNearMisses(randomFrom("near misses of a taught email"), () => 777_777);
  test.each(Object.keys(near.families))("does not read a near miss: %s", (family) => {
    const { rule } = taughtFrom(seabankText());
    for (let turn = 0; turn < 12; turn += 1) {
      const { text, subject, sender } = near.of(family);
      const reading = read(rule, text, { subject, sender });
      const claimed = reading?.outcome === "transaction" && reading.amount === 777_777;
      expect(claimed, text).toBe(false);
    }
  });

  test("does not read an email that another domain has signed, or whose parts disagree", () => {
    const { rule } = taughtFrom(seabankText());
    expect(read(rule, seabankText(), { signing_domain: "mail.seabank.co.id" })).toBeNull();
    const mixed = `--b\nContent-Type: text/plain\n\n${seabankText()}\n--b\nContent-Type: text/html\n\n<p>Rp900.000</p>\n--b--\n`;
    const mail = mailOf(mixed, 'multipart/alternative; boundary="b"');
    expect(readTaught(mail, proofOf(), { rules: [rule], accounts: [account] })).toEqual({
      outcome: "unread",
      reason: "ambiguous",
    });
  });

  test.each<[string, string, string]>([
    [
      "a second amount",
      seabankText().replace("Catatan : ", "Bonus : Rp5.000\nCatatan : "),
      "second_amount",
    ],
    ["the amount of a remark", seabankText().replace("Jumlah :", "Catatan :"), "payers_amount"],
    [
      "the amount below the label of a remark",
      seabankText().replace("Jumlah : ", "Catatan\n"),
      "payers_amount",
    ],
    [
      "another currency",
      seabankText().replace("Jumlah : Rp", "Jumlah : USD "),
      "amount_unreadable",
    ],
    [
      "a failed transfer",
      seabankText().replace("Real Time", "Transfer gagal"),
      "contradicting_word",
    ],
    ["few words", "Jumlah : Rp200.123", "too_few_words"],
    [
      "a name before the amount in a sentence",
      seabankText().replace(
        /Transfer Dari.*\n(Rekening.*)\nJumlah : .*/u,
        "$1\nJumlah dari BUDI sebesar Rp200.123",
      ),
      "name_before_amount",
    ],
    [
      "no word of income and no number of an account",
      seabankText({ account: "***7890" }).replace("telah menerima transfer", "punya transaksi"),
      "no_income",
    ],
    [
      "the account of another shop",
      seabankText({ account: "1112223334" }).replace(/$/u, ""),
      "other_account",
    ],
  ])("cannot be taught from %s", (_, text, code) => {
    const subject = code === "no_income" ? "Notifikasi Transfer SeaBank" : seabankSubject;
    const cleaned = cleanText(text);
    let { marks } = taughtFrom(text, { subject });
    const place = (part: MailMark["part"], found: string): void => {
      const start = cleaned.indexOf(found);
      marks = [
        ...marks.filter(
          (mark) => mark.part !== part && (mark.end <= start || mark.start >= start + found.length),
        ),
        { part, start, end: start + found.length },
      ];
    };
    const money = /Rp200\.123|200\.123/u.exec(cleaned)?.[0] ?? "";
    place("amount", money);
    if (code === "name_before_amount") place("sender", "BUDI");
    if (code === "other_account") place("account", "1112223334");
    expect(taughtFrom(text, { subject, marks }).faults).toContain(code);
  });

  const outgoing = (changes: { done?: string; kind?: string } = {}) => `Halo SITI CONTOH,

${changes.done ?? "Transaksi Anda berhasil. Berikut rinciannya:"}

Jenis Transaksi : ${changes.kind ?? "Transfer BI-FAST"}
Rekening Sumber : ${seabankAccount}
Rekening Tujuan : 112233445566
Nama Penerima : PEMASOK CONTOH
Jumlah : Rp200.123
No. Referensi : 20261127FT200123

Jangan berikan PIN atau OTP kepada siapa pun di luar bank.
`;

  test.each<[string, string, string, string]>([
    ["Transaksi Berhasil", outgoing(), "no_income", "no word of income"],
    [
      "Pembayaran Berhasil",
      outgoing({ done: "Anda telah membayar. Berikut rinciannya:" }),
      "contradicting_word",
      "a payment",
    ],
    [
      "Notifikasi",
      outgoing({ done: "Uang telah ditarik dari rekening Anda. Berikut rinciannya:" }),
      "outgoing_words",
      "a withdrawal",
    ],
    [
      "Dana diterima",
      outgoing({ done: "Dana telah diterima. Berikut rinciannya:" }),
      "outgoing_words",
      "the reader's account as the source",
    ],
    [
      seabankSubject,
      seabankText().replace("\nJangan", "Status : Terkirim\n\nJangan"),
      "contradicting_word",
      "a word below the details",
    ],
    [
      seabankSubject,
      seabankText().replace(/Rekening Tujuan : .*/u, `Rekening Sumber\n${seabankAccount}`),
      "outgoing_words",
      "the source above the number",
    ],
  ])('an outgoing email "%s" cannot be taught: %#', (subject, text, code) => {
    expect(taughtFrom(text, { subject }).faults).toContain(code);
  });

  test("a rule without a word of income reads nothing, whichever account it names", () => {
    const { rule } = taughtFrom(outgoing(), { subject: "Transaksi Berhasil" });
    expect(read(rule, outgoing(), { subject: "Transaksi Berhasil" })).toMatchObject({
      outcome: "unread",
    });
  });

  test("the number of the reader's account must be marked, and no other account fits its place", () => {
    for (const written of [seabankAccount, "9012XXXXXX90", "***7890", "9012 3456 7890"]) {
      const text = seabankText({ account: written });
      const { rule, faults, marks } = taughtFrom(text);
      expect(faults, written).toEqual([]);
      expect(marks.some(({ part }) => part === "account")).toBe(true);
      for (const other of ["7777XXXXXX90", "9012XXXXXX11", "112233445566", "9012XXXX", "***7777"]) {
        expect(read(rule, seabankText({ account: other })), other).toMatchObject({
          reason: "other_account",
        });
      }
      const without = marks.filter(({ part }) => part !== "account");
      expect(taughtFrom(text, { marks: without }).faults, written).toContain("other_account");
    }
    // The payer's own number differs in each email.
    const ofPayer = seabankText().replace(
      /Rekening Tujuan : .*/u,
      "Rekening Pengirim : 112233445566",
    );
    expect(taughtFrom(ofPayer).faults).toEqual([]);
  });

  const marked = (text: string, part: MailMark["part"], value: string): MailMark => {
    const start = cleanText(text).indexOf(value);
    return { part, start, end: start + value.length };
  };

  test("only a name, a remark and a greeting can differ", () => {
    const text = seabankText().replace("Real Time (BI-FAST)", "Transfer Masuk");
    const { marks } = taughtFrom(text);
    for (const part of ["text", "sender"] as const) {
      const others = marks.filter((mark) => part === "text" || mark.part !== "sender");
      for (const value of [
        "Transfer Masuk",
        "Jenis Transaksi : Transfer Masuk",
        "Jenis Transaksi",
        "Anda telah menerima transfer di rekening SeaBank Anda. Berikut rinciannya:",
        "Jangan berikan PIN atau OTP kepada siapa pun. Pertanyaan? Hubungi 1500-130.",
      ]) {
        const { faults } = taughtFrom(text, { marks: [...others, marked(text, part, value)] });
        expect(faults, value).toContain("too_few_words");
      }
    }
    const remark = seabankText({ remark: "Transfer Masuk" });
    const { marks: proposed } = taughtFrom(remark);
    expect(
      proposed.some(({ start }) => start === cleanText(remark).indexOf("Transfer Masuk")),
    ).toBe(false);
    const below = seabankText()
      .replace("Transfer Dari : ", "Nama Pengirim\n")
      .replace("Catatan : ", "Catatan\n");
    const chosen = [
      marked(below, "sender", "BUDI CONTOH"),
      marked(below, "text", "bayar kopi"),
      marked(below, "account", seabankAccount),
      marked(below, "amount", "Rp200.123"),
    ];
    expect(taughtFrom(below, { marks: chosen }).faults).toEqual([]);
    const sentence = seabankText().replace(
      /Transfer Dari.*\n(Rekening.*)\nJumlah : .*/u,
      "$1\nJumlah Rp200.123 dari BUDI CONTOH telah masuk.",
    );
    expect(taughtFrom(sentence)).toMatchObject({ faults: [] });
    expect(taughtFrom(sentence).rule.template).toContain("{amount} dari {sender} telah masuk");
  });

  test.each([
    "rekening Anda",
    "Kantong Belanja",
    "Deposito",
    "cashback promo",
    "Bunga tabungan",
    "pencairan pinjaman",
    "Simulasi",
    "transfer gagal dikirim",
    "tunggu konfirmasi",
    "hold",
    "not received",
    "reversal",
    "koreksi kredit",
    "diblokir",
  ])("no person has paid if the sender is: %s", (payer) => {
    const { rule } = taughtFrom(seabankText());
    expect(read(rule, seabankText({ payer }))).toMatchObject({ reason: "doubtful" });
  });

  test.each([
    "Status GAGAL",
    "tertahan",
    "uang akan dikirim",
    "void",
    "chargeback",
    "unsuccessful",
  ])("does not read the remark: %s", (remark) => {
    const { rule } = taughtFrom(seabankText());
    expect(read(rule, seabankText({ remark }))).toMatchObject({ reason: "doubtful" });
  });

  test.each([
    { remark: "bayar latihan renang" },
    { remark: "pembelian kopi" },
    { payer: "TOKO SIMULASI JAYA" },
    { payer: "budi contoh" },
  ])("reads what people write: %o", (changes) => {
    const { rule } = taughtFrom(seabankText());
    expect(read(rule, seabankText(changes))).toMatchObject({ outcome: "transaction" });
  });

  test("a code in the place of a number does not turn the email into another one", () => {
    const text = (code: string) => seabankText().replace("Real Time (BI-FAST)", code);
    const { rule, faults } = taughtFrom(text("TRF-IN-01"));
    expect(faults).toEqual([]);
    for (const code of ["TRF-OUT-01", "DB-01", "GAGAL-51", "REVERSAL01", "PENDING-2", "OUT"]) {
      expect(read(rule, text(code))?.outcome, code).not.toBe("transaction");
    }
    for (const code of ["TRF-IN-02", "550e8400-e29b-41db-a716-446655440000"]) {
      expect(read(rule, text(code)), code).toMatchObject({ outcome: "transaction" });
    }
  });

  test.each(["telah menerima", "menerima", "Anda telah", "telah"])(
    "a payer who is called %s makes no place of the bank's own words",
    (payer) => {
      const { rule } = taughtFrom(seabankText({ payer }));
      expect(rule.template).toContain("Anda telah menerima transfer");
    },
  );

  test("an email above the bound is not taught", () => {
    const { rule } = taughtFrom(seabankText());
    const long = `${seabankText()}${"x".repeat(limits.taughtMailCharacters)}`;
    expect(read(rule, long)).toBeNull();
  });
});
