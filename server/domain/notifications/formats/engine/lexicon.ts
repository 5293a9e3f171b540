/**
 * The words with which Indonesian banks and wallets report incoming money, by their function in a sentence. The list
 * is closed on purpose. Any other word (`akan`, `jika`, `hingga`, `permintaan`, `voucher`, `USD`) is unknown, and a
 * sentence with an unknown word is not believed (`sentence.ts`).
 */

import { banks, otherBanks } from "../../../banks/index.ts";
import { money, time } from "./template.ts";

/**
 * The function of a token in a sentence. The names of payers and shops are found by their place, not by their words.
 */
export type TokenKind =
  | "amount"
  /** A balance or a fee with its amount: "Saldo akhir Rp9.000.000". */
  | "balance"
  | "when"
  /** An account number, perhaps masked. */
  | "account_number"
  /** Money itself: "dana". */
  | "money"
  /** A way of moving money: "transfer". The money can also go out. */
  | "movement"
  /** "masuk" */
  | "arriving"
  /** "diterima" */
  | "received"
  /** "menerima" */
  | "receiving"
  /** "mendapat": a gift, unless a transfer follows */
  | "getting"
  /** "mengirim": another person must be the subject */
  | "sending"
  | "reader"
  | "readers"
  | "done"
  | "of"
  | "from"
  | "to"
  | "via"
  | "account"
  | "own_account"
  /** "pemasukan": needs a payer, because "kredit" might be a loan */
  | "income"
  /** "penerimaan" */
  | "receipt"
  /** "bertambah" */
  | "increasing"
  /** "CR" in a line of a statement */
  | "credit_mark"
  | "topping_up"
  /** "di kategori Transfer Rekening" */
  | "category"
  /** "Ref. number 2026…": the bank's own, and without meaning here */
  | "reference"
  | "own_name"
  | "bank"
  | "filler"
  | "end"
  | "punctuation"
  | "unknown";

export interface Token {
  kind: TokenKind;
  text: string;
  start: number;
  end: number;
}

const rails =
  "bi[- ]?fast|rtgs|skn|llg|kliring|qris|qr|real[- ]?time(?: online)?|online|antar ?bank|antar rekening|sesama|" +
  "virtual account|va|mobile banking|internet banking|m-?banking|atm|statis|dinamis|static|dynamic|tunai|cash";

const month =
  "jan(?:uari|uary)?|feb(?:ruari|ruary)?|mar(?:et|ch)?|apr(?:il)?|mei|may|jun[ie]?|jul[iy]?|agu(?:stus)?|aug(?:ust)?|" +
  "sep(?:t|tember)?|okt(?:ober)?|oct(?:ober)?|nov(?:ember)?|des(?:ember)?|dec(?:ember)?";
const date = String.raw`(?:\d{1,2}[-/]\d{1,2}(?:[-/]\d{2,4})?|\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{1,2}[- ](?:${month})(?:[- ,]{1,2}\d{2,4})?)`;

/** Kinds of accounts, such as "Tahapan" and "BritAma", by which a bank's app names the reader's account. */
const accountKinds = banks.flatMap(({ account_kinds = [] }) => account_kinds).join("|");

const words: readonly (readonly [TokenKind, string])[] = [
  ["category", String.raw`di kategori (?:[\p{L}&]+ ){0,3}[\p{L}&]+|at (?:[\p{L}&]+ ){1,3}category`],
  [
    "reference",
    String.raw`(?:(?:pada |dengan )?(?:id|no|nomor|kode) (?:transaksi|trx|referensi|ref)|(?:no\.? ?)?ref(?:erence|erensi)?\.?(?: (?:number|no|id))?\.?|(?:pada )?transaksi(?= \d{8}))[ .:#]{0,3}[a-z0-9-]{6,40}`,
  ],
  ["topping_up", "top[- ]?up(?: saldo)?|isi saldo|pengisian saldo|tambah dana|tambah saldo"],
  ["income", "pemasukan|kredit"],
  ["receipt", "penerimaan"],
  ["increasing", "bertambah"],
  ["credit_mark", "cr"],
  [
    "when",
    String.raw`(?:(?:pada|tgl|tanggal|waktu|pukul|jam|on|at|date|time)[.:]?,? ?){0,3}(?:${date}(?:,? ?(?:pukul|jam|at|-)?[ .:]?${time})?|${time})`,
  ],
  ["amount", money],
  ["of", "sebesar|senilai|sejumlah|nominal|jumlah|of|amount|with"],
  ["from", "dari|dr|from|pengirim|sender|dikirim oleh|ditransfer oleh|sent by"],
  ["via", "via|melalui|lewat|through"],
  [
    "received",
    "diterima|di-?kreditkan|di-?kredit|kreditkan|ditambahkan|credited|received|deposited|added",
  ],
  ["to", "ke dalam|ke|kepada|untuk|di|to|into|in|for|at|pada"],
  ["arriving", "masuk|incoming|arrived|landed"],
  ["receiving", "menerima|terima|nerima|kemasukan|kedatangan"],
  ["getting", "mendapatkan|mendapat|dapat|got"],
  ["sending", "mengirimkan|mengirim|mengirimi|mentransfer|ngirim|kirim|sent|transferred"],
  [
    "movement",
    `kiriman uang|kiriman dana|kiriman|transferan|trf|m-?transfer|transfer|transaksi|pembayaran|payment|${rails}`,
  ],
  ["money", "dana|uang|saldo|setoran|deposit|deposits|money|funds|fund"],
  [
    "own_account",
    "(?:rekening|akun|saldo|dompet|tabungan|toko)(?:mu|nya)|toko kamu|toko anda|kantong [\\p{L}]+",
  ],
  ["reader", "anda|kamu|you"],
  ["readers", "-?mu|-?nya|your"],
  [
    "account",
    String.raw`(?:no(?:mor)?\.? ?)?(?:rekening|rek|account|acc)(?: number| no)?\b\.?|norek|a/c|akun|dompet|tabungan|giro|wallet|balance|utama|aktif|active|merchant|${accountKinds}`,
  ],
  [
    "done",
    "telah|sudah|udah|udh|berhasil|sukses|selesai|baru saja|baru aja|barusan|baru|has|have|'ve|been|was|were|" +
      "just|successfully|successful|success|completed|is",
  ],
  [
    "bank",
    [...[...banks, otherBanks].flatMap(({ sentence_words }) => sentence_words), "bank"].join("|"),
  ],
  [
    "filler",
    "hai|halo|hi|hello|hey|sobat|yeay|yay|yey|hore|asik|asyik|wah|info|notifikasi|pemberitahuan|notification|alert|" +
      "mutasi|ada|nih|ya|lho|ini|a|an|the|new|alhamdulillah|memberitahukan|menginformasikan|" +
      "detail|rincian",
  ],
];

const walletNames = banks.filter(({ number }) => number === "mobile").map(({ name }) => name);
const balanceWords =
  `${walletNames.join("|")}|` +
  "akhir|anda|kamu|mu|rekening|saat ini|sekarang|tersedia|efektif|aktif|menjadi|kini|jadi|admin|transfer|transaksi|" +
  "your|is|now|available|current|account";
const balance = String.raw`(?:sisa |total |available |current |new )?(?:saldo|balance|biaya|fee)(?:[ -](?:${balanceWords})){0,4} ?[:=]? ?${money}`;

const notInWord = String.raw`(?![\p{L}\p{N}_])`;
const notInNumber = String.raw`(?<![\p{L}\p{N}.,*•-])`;
const masked = String.raw`(?=[\dx*•.-]*(?:[x*•]{2}|[x*•]\d{3}|\d{5}))[\dx*•]+(?:[-. ][\dx*•]{2,}){0,4}`;

const patterns: readonly (readonly [TokenKind, string])[] = [
  ["balance", `(?<![\\p{L}\\p{N}])${balance}`],
  ...words.map(([kind, list]): readonly [TokenKind, string] => [
    kind,
    kind === "amount"
      ? `(?<![\\p{L}\\p{N}-])${list}`
      : `(?<![\\p{L}\\p{N}])(?:${list})${notInWord}`,
  ]),
  ["account_number", `${notInNumber}${masked}${notInWord}`],
];

/** A full stop in a title or an abbreviation does not end a sentence. */
const abbreviation =
  /(?:^|[^\p{L}])(?:pt|cv|ud|tb|pd|fa|h|hj|dr|drs|dra|ir|st|moh|muh|mhd|m|tn|ny|sdr|no|tgl|ref)$/iu;

const unknownWord = /[\p{L}\p{N}_*•'&/@#%+.,-]*[\p{L}\p{N}_*•'&/@#%+-]|[^\s]/uy;

/** Splits a text into tokens. `own_name` marks the words of the app's own name. */
export type Lexer = (text: string) => Token[];

export function createLexer(own_names: readonly string[]): Lexer {
  const escaped = own_names.map((name) => name.replace(/[\\^$.*+?(){}|[\]/]/gu, "\\$&"));
  const own: readonly (readonly [TokenKind, string])[] =
    escaped.length === 0
      ? []
      : [
          [
            "own_name",
            `(?<![\\p{L}\\p{N}])(?-i:${escaped.join("|")})(?: (?:bisnis|business|merchant|cash))?${notInWord}`,
          ],
        ];
  const ordered = [...own, ...patterns];
  // The pattern is built for the first text. The patterns of all apps together would take a tenth of the start.
  let known: RegExp | undefined;
  return (text) => {
    known ??= new RegExp(ordered.map(([, source]) => `(${source})`).join("|"), "iuy");
    const tokens: Token[] = [];
    let start = 0;
    while (start < text.length) {
      const token = tokenAt(text, start, known, ordered);
      if (token.text !== " ") tokens.push(token);
      start = token.end;
    }
    return tokens;
  };
}

function tokenAt(
  text: string,
  start: number,
  known: RegExp,
  ordered: readonly (readonly [TokenKind, string])[],
): Token {
  const sign = text[start] as string;
  const one = (kind: TokenKind): Token => ({ kind, text: sign, start, end: start + 1 });
  if (sign === " ") return one("punctuation");
  if (sign === "\n") return one("end");
  if (sign === "." || sign === "!") {
    const next = text[start + 1];
    const ends = next === undefined || next === " " || next === "\n" || next === "!";
    if (!ends) return one("unknown");
    const isShort = sign === "." && abbreviation.test(text.slice(Math.max(0, start - 5), start));
    return one(isShort ? "punctuation" : "end");
  }
  known.lastIndex = start;
  const match = known.exec(text);
  if (match !== null) {
    const index = match.findIndex((group, position) => position > 0 && group !== undefined);
    const kind = ordered[index - 1]?.[0] ?? "unknown";
    return { kind, text: match[0], start, end: start + match[0].length };
  }
  // Words in double quotes are another person's sentence.
  if (/[,:;'()[\]|·–—-]/u.test(sign)) return one("punctuation");
  unknownWord.lastIndex = start;
  const word = unknownWord.exec(text)?.[0] ?? sign;
  return { kind: "unknown", text: word, start, end: start + word.length };
}
