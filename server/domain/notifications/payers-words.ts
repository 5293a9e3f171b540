/**
 * Finds the places where a rule for incoming money would believe a payer's words, or would read outgoing money.
 * Without this check, "Setoran tunai IDR 1.00 note: pembayaran {amount} lunas" would let a deposit of Rp1 pay the
 * amount in its note. Rules that a merchant teaches and rules in an operator's file get the same check.
 */

import type { AppFormat } from "../banks/format.ts";

export interface WordFault {
  code: "second_amount" | "payers_amount" | "outgoing_words" | "no_income";
  /** The faulty words. */
  text: string;
}

/**
 * Finds the faults of a template, whose parts stand in braces. Words for income also count in the title, unless the
 * title is the app's name.
 */
export function findWordFaults(
  template: string,
  app: Pick<AppFormat, "kind" | "name">,
  title: string | null = null,
): WordFault[] {
  const titleSays = title === null || title === app.name ? "" : title;
  const before = template.slice(0, Math.max(0, template.search(/\{(?:bare_)?amount\}/u)));
  const found = [
    ["second_amount", secondAmountIn(template)],
    [
      "payers_amount",
      [payersNote, payersName, openQuote].map((sign) => sign.exec(before)?.[0]).find(Boolean),
    ],
    ["outgoing_words", outgoingWords(template, before.length, app)],
    ["no_income", tellsOfIncome(`${titleSays} ${template}`, app) ? undefined : template],
  ] as const;
  return found.flatMap(([code, text]) => (text === undefined ? [] : [{ code, text: text.trim() }]));
}

/** Returns an amount in a text, in any currency and form. */
export const amountIn = (text: string): string | undefined => amountShape.exec(text)?.[0].trim();

/**
 * Returns an amount in the fixed words of a template, or a number that might be one because nothing gives it another
 * meaning: "naik 1000", "Rp : 1", "IDR ١", "seribu rupiah". A bank always names its own amount, so a rule without a
 * second number reads the bank's.
 */
export const secondAmountIn = (template: string): string | undefined =>
  amountIn(template) ??
  oddMoney.exec(template)?.[0] ??
  bareNumber.exec(template.replace(namedNumber, ""))?.[0];

/**
 * Returns an amount in the text after a template. A balance that can include this amount does not count, nor does
 * "Rp0".
 */
export function amountBesideBalance(text: string, amount: number): string | undefined {
  const others = text.replace(balance, (whole, number: string) => {
    const rupiah = Number(number.replace(/(?:[.,]\d\d?)?[.,]*$/u, "").replace(/[.,]/gu, ""));
    return rupiah < amount ? whole : "";
  });
  const told = others.replace(nothing, "");
  return amountIn(told) ?? oddMoney.exec(told)?.[0];
}

const nothing = /(?:rp|idr)[.: ]*0(?:[.,]0+)?(?![.,]?\d)/giu;
const balance =
  /(?<!\p{L})(?:saldo|balance)(?: (?:akhir|anda|kamu|rekening|saat|ini|sekarang|tersedia|menjadi|sebesar|is|now)){0,4}:? (?:(?:rp|idr)[.: ]*)?(\d[\d.,]*)/giu;

const month =
  "jan(?:uari|uary)?|feb(?:ruari|ruary)?|mar(?:et|ch)?|apr(?:il)?|mei|may|jun[ie]?|jul[iy]?|agu(?:stus)?|agt|aug(?:ust)?|" +
  "sep(?:t|tember)?|okt(?:ober)?|oct(?:ober)?|nov(?:ember)?|des(?:ember)?|dec(?:ember)?";
const beginsWithDate = new RegExp(
  String.raw`^\d{1,4}(?:[-/]\d{1,2}|[-/ ](?:${month}))(?![\p{L}\p{N}])`,
  "iu",
);

/**
 * Returns whether a text begins with a date. A template's {when} accepts any word for a month, so "1 pelanggan" fits
 * it too.
 */
export const isDate = (text: string): boolean => beginsWithDate.test(text);

const words = (list: string): string => String.raw`(?<![\p{L}\p{N}_{])(?:${list})(?![\p{L}\p{N}_])`;

const digits = String.raw`\d+(?:[.,]\d+)*(?:[.,]-{1,2})?`;
const currencies = String.raw`rp|idr|usd|sgd|myr|eur|jpy|aud|cny|hkd|gbp|sar|thb|rm|\p{Sc}`;
const beforeNumber = String.raw`(?<![\p{L}\p{N}.,:/*•-])`;
const afterNumber = String.raw`(?![\p{L}\p{N}*•/-]|[.,:]\d)`;
const moneyWords =
  "sebesar|senilai|sejumlah|nominal|nilai|jumlah|total|amount|of|worth|setoran|setor|tunai|cash|transfer|trf|kredit|" +
  "credit|cr|uang|dana|saldo|balance|pembayaran|payment|masuk|diterima|terima|received|deposit|kenaikan|bertambah";
const amountShape = new RegExp(
  [
    // Rp500.498, IDR 1.00
    String.raw`(?<![\p{L}\p{N}])(?:${currencies})[.:]? ?[+-]? ?${digits}`,
    // 5 USD
    String.raw`(?<![\p{L}\p{N}.,])${digits} ?(?:rupiah|rp|idr|usd|sgd|eur)(?![\p{L}\p{N}])`,
    // 500.498
    String.raw`${beforeNumber}\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{1,2})?${afterNumber}`,
    // 1.00 and 1,-, but not 10.30 WIB
    String.raw`${beforeNumber}\d+[.,](?:\d\d|-{1,2})${afterNumber}(?! ?wi(?:b|t|ta)(?!\p{L}))`,
    // 500rb
    String.raw`(?<![\p{L}\p{N}.,])${digits} ?(?:rb|ribu|k|jt|juta|mio|miliar|milyar)(?![\p{L}\p{N}])`,
    // sebesar 500498
    String.raw`${words(moneyWords)}[:;]? \d{1,9}${afterNumber}(?! ?(?:jam|hari|kali|x)(?!\p{L}))`,
  ].join("|"),
  "iu",
);

const oddMoney = /(?:rp|idr|rupiah)[^\p{L}{]{0,3}[\p{N}*•]|(?<!\p{L})rupiah(?!\p{L})|(?!\d)\p{N}/iu;
const bareNumber = /(?<![\p{L}\d_])[1-9][\d.,']*(?![\p{L}\d_])/u;
/** Numbers of accounts, references, calls, dates and times. */
const namedNumber = new RegExp(
  [
    String.raw`${words(
      "rekening|rek|norek|account|acc|akun|ref|reff|referensi|reference|rrn|trx|id|no|nomor|transaksi|va|kartu|card",
    )}(?: (?:anda|kamu|id|no|nomor|number))?[.:#]{0,2} ?[\d*•-]+(?![\p{L}\d.,])`,
    String.raw`[\d•-]*[*•x]{2}[\d*•x-]*`,
    String.raw`(?<!\d)(?:\d{10,}|0\d+(?:[ -]\d+)*|1[45]00[ -]?\d{3}|140\d{2}|24[/x]7)(?!\d)`,
    String.raw`(?<![\d.,])\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?![\d.,])`,
    String.raw`(?<!\d)\d{1,4}[-/ ](?:\d{1,2}[-/]\d{2,4}|(?:${month})(?:[-/ ]\d{2,4})?)(?![\p{L}\d])`,
    String.raw`(?<!\d)\d{1,2} ?(?:x ?\d{1,2} ?)?(?:jam|hari|menit|kali|x)(?!\p{L})`,
  ].join("|"),
  "giu",
);

/** Words after which a payer's own text follows, to the end. */
const payersNote = new RegExp(
  words(
    "notes?|nb|berita|brt|catatan|cttn?|ket|keterangan|pesan(?:nya)?|msg|messages?|remarks?|memo|desc|descriptions?|" +
      "deskripsi|uraian|narasi|narratives?|narration|perihal|subject|komentar|comments?|ucapan|caption|tujuan|keperluan|" +
      "purpose|alasan|reason|menulis|berkata|bilang|says|said|wrote|titip",
  ),
  "iu",
);

/**
 * Words after which a payer's name follows. A template's part can hold the name, because parts have their own checks.
 */
const payersName = new RegExp(
  String.raw`${words(
    "dari|dr|drpd|from|oleh|by|pengirim(?:nya)?|sender|payer|pembayar|penyetor|depositor|nama|name|atas nama|an|a/n|a\\.n|sdri?|" +
      "untuk|utk|buat|for",
  )}[ .:)]{0,4}(?![ .:)([{|])`,
  "iu",
);

/** A quotation or a bracket that is still open. An apostrophe within a word opens nothing. */
const openQuote =
  /^[^"]*"(?:[^"]*"[^"]*")*[^"]*$|(?<![\p{L}|(])['`][^'`]*\p{L}[^'`]*$|[«„‚「『][^»“‘」』]*$|\\[([{][^)\]}]*\p{L}[^)\]}]*$/u;

const outgoingVerb = new RegExp(
  words(
    "kirim|kirimkan|mengirim|mengirimkan|mengirimi|ngirim|mentransfer|mentransferkan|ditransfer(?! oleh)|" +
      "transferred(?! by)|sent(?! by)|send|sending|pay|pays|payout|menyetor|menyetorkan|disetorkan|membeli|beli|" +
      "pembelanjaan|dibelanjakan|bought|purchased?|charged?|deducted?|withdrawn?|withdrawal|withdrew|menarik|ditarik|" +
      "pengambilan|diambil|dipotong|terpotong|potongan|pemotongan|berkurang|pengurangan|penurunan|auto ?debe[td]|donasi|" +
      "sedekah|zakat|infaq|infak|penerima(?:nya)?|beneficiary|recipient|dicairkan|disalurkan|diterima oleh(?! (?:anda|kamu))|" +
      "angsuran|cicilan|(?:ambil|tarik) tunai|(?:mutasi|transaksi) (?:db|debe?t|debit)|(?:db|debe?t|debit) (?:rekening|rek)|" +
      "berbelanja|kartu (?:\\p{L}+ )?(?:anda|kamu) (?:telah )?(?:digunakan|dipakai)|your card (?:was|has been) used|" +
      "(?:dari|dr|from) (?:(?:rekening|rek|akun|saldo|dompet) )?(?:anda|kamu|your)",
  ),
  "giu",
);

const incoming = new RegExp(
  words(
    "masuk|pemasukan|terima(?! kasih)|menerima|nerima|diterima|penerimaan|kredit|dikredit|dikreditkan|kreditkan|kenaikan|" +
      "bertambah|ditambahkan|penambahan|kiriman|kemasukan|mendapat|mendapatkan|dapat|received?|incoming|credit|" +
      "credited|added|arrived|landed|deposit|deposited|setoran|dari|dr|from|cr",
  ),
  "iu",
);

/**
 * "ke ANI", "kepada {sender}", "to your account": the place that received the money. It has at most four
 * words, and ends before a word such as "dari" or "via".
 */
const destination = new RegExp(
  String.raw`${words("ke|kepada|to")} (?<place>(?:(?!${words(
    "dari|dr|from|pada|on|via|melalui|lewat|sebesar|senilai|telah|sudah|udah|berhasil|sukses|successful|has|is|was",
  )})[^ .,!]+ ?){1,4})`,
  "giu",
);
const ownPlace =
  /^(?:dalam |the |\(|\[)*(?:(?:rekening|rek|norek|no\. rek|akun|acc|account|saldo|dompet|wallet|tabungan|tahapan|giro|kantong|toko|outlet|merchant)(?:[ .)|[-]|mu|nya|$)|anda\b|kamu\b|you\b|your\b|my\b|\{account\}|\{place\}|[\dx*•]{3})/iu;
const readers = /(?:\b(?:anda|kamu|you|your)\b|\p{L}-?mu\b)/iu;

/** "kartu kredit" is no credit, and "dari rekening Anda" is no income. */
const noIncome = new RegExp(
  words(
    "(?:kartu|angsuran|cicilan|limit|plafon|tagihan|pinjaman) (?:kartu )?kredit|credit (?:card|limit|line)|" +
      "(?:dari|dr|from) (?:rekening|rek|akun|saldo|anda|kamu|your)",
  ),
  "giu",
);
const comesToReader = new RegExp(
  `${words("isi saldo|tambah (?:dana|saldo)|top ?up request")}|${words("ke|kepada|to")} [^.]*${readers.source}`,
  "iu",
);

/** The words in which an app for merchants reports a sale. One app names only the amount and the shop. */
const sold = new RegExp(
  `${words("pembayaran|payment|qris|penjualan|lunas")}|^ *\\{amount\\} di `,
  "iu",
);

function tellsOfIncome(text: string, { kind }: Pick<AppFormat, "kind">): boolean {
  const told = text.replace(noIncome, "");
  return (
    incoming.test(told) || comesToReader.test(text) || (kind === "merchant" && sold.test(told))
  );
}

function outgoingWords(
  template: string,
  amountAt: number,
  { kind, name }: Pick<AppFormat, "kind" | "name">,
): string | undefined {
  for (const { 0: verb, index } of template.matchAll(outgoingVerb)) {
    // "{sender} mengirim {amount}": another person sends.
    if (!template.slice(0, index).includes("{sender}")) return verb;
  }
  const note = template.slice(amountAt).search(payersNote);
  const told = note < 0 ? template : template.slice(0, amountAt + note);
  for (const { 0: text, groups } of told.matchAll(destination)) {
    const place = groups?.["place"] ?? "";
    const isApps = name
      .toLowerCase()
      .split(" ")
      .some((word) => word.length > 2 && place.toLowerCase().includes(word));
    if (readers.test(place) || isApps) continue;
    const isOwn = ownPlace.test(place);
    const isIncoming = incoming.test(told);
    // A merchant's app names the shop that was paid.
    if (kind === "merchant" ? !isOwn && !isIncoming : !isOwn || !isIncoming) return text;
  }
  return undefined;
}
