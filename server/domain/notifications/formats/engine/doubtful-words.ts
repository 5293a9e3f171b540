/** Words and places that contradict a template. `doubts.ts` says where they are searched for. */

import { banks, otherBanks } from "../../../banks/index.ts";
import type { TransactionType } from "../../../banks/format.ts";

const anyMoney = /(?:rp|idr)[.: ]*\d/iu;

export function namesMoney(text: string): boolean {
  return anyMoney.test(text);
}

const failed =
  "gagal|ditolak|batal|dibatalkan|dikembalikan|kedaluwarsa|kadaluarsa|failed|declined|rejected|cancell?ed|reversed|expired";
const waiting =
  "pending|tertunda|ditunda|ditahan|ditangguhkan|dijadwalkan|terjadwal|menunggu|belum|scheduled";

const words = (list: string, flags: string): RegExp =>
  new RegExp(String.raw`\b(?:${list})\b`, flags);

const status = `${failed}|${waiting}|diproses|akan|bakal|tidak|segera|sedang|masih|not`;

/** Words of sentences about money that no payer has sent. */
const unpaid =
  "cashback|promo|bonus|hadiah|refund|penjualan|pencairan|settlement|kantong|pocket|" +
  "voucher|kupon|koin|poin";

const anyStatus = words(status, "iu");
const lowerCaseWord = words(`${status}|${unpaid}`, "u");
const statusAtEnd = new RegExp(String.raw`\b(?:${status})\W*$`, "iu");

export function isSettled(rest: string): boolean {
  return settled.test(rest);
}

/** "… telah masuk" confirms the sentence, also after any name. "- ISSUER" can stand between. */
const settled = /^(?: - [^.\n]{1,80}?)?[ \n](?:udah|sudah|telah|has)\b/iu;

export const nameCharactersMax = 100;

export interface Place {
  value: string;
  /** The text after the place. */
  rest: string;
  text: string;
}

/**
 * Returns whether the place of a name contains more than a name: the cut end of a text, or a name and the rest of a
 * sentence. Names can contain any word ("TOKO GAGAL PAHAM"), so place and case decide: a status comes last or in
 * lower case.
 */
export function isDoubtfulName({ value, rest, text }: Place): boolean {
  if (value.length > nameCharactersMax || rest.startsWith("..")) return true;
  if (settled.test(rest)) return false;
  const caseTells = /\p{Ll}/u.test(text);
  return statusAtEnd.test(value) || (caseTells ? lowerCaseWord : anyStatus).test(value);
}

const reader = /\b(?:anda|kamu|you|your)\b|(?:rekening|akun|saldo)mu\b/iu;

/** Returns whether the receiver is the reader. "Transfer … ke rekening Anda" would be income. */
export function isDoubtfulReceiver(receiver: string): boolean {
  return reader.test(receiver);
}

/**
 * Matches words for the reader's own account as the sender: "dari rekening Anda", "dari GoPay kamu". The reader's
 * money then went out to any receiver.
 */
const readersOwn =
  /(?:^|\s)(?:anda|kamu|you|your(?: \p{L}+)?)$|\b(?:rekening|akun|saldo|dompet|tabungan)mu$/iu;

/** The reader's own pockets and deposits. A move between them pays no invoice. */
const ownPocket =
  /^(?:kantong|celengan|deposito|blu(?:account|saving|deposit|gether)|ovo cash|saldo aktif)\b|\bpocket$/iu;

/**
 * Returns whether the sender's place is doubtful. An amount inside a name, in a text without a confirmation, might be
 * the real amount behind a forged one. A payer called "Uang masuk Rp9.000 dari z" could begin a text that says "…
 * mengirim Rp1".
 */
export function isDoubtfulSender({ value, rest }: Place): boolean {
  if (readersOwn.test(value) || ownPocket.test(value)) return true;
  if (settled.test(rest)) return false;
  return namesMoney(value) || reader.test(value) || runsOnLikeSentence(value);
}

const anAccount = /^(?:rekening|rek\.?|akun|saldo|dompet|tabungan)\s/iu;
const banksWords = [
  ...[...banks, otherBanks].flatMap(({ account_words }) => account_words),
  ...banks.flatMap(({ account_kinds = [] }) => account_kinds),
].join("|");
const readersAccount = new RegExp(
  String.raw`^(?:(?:rekening|rek\.?|akun|saldo|dompet|tabungan|giro|aktif|utama|anda|kamu|bank|${banksWords}|cash|[\dx*•-]+)(?:\s|$))+$`,
  "iu",
);

/** Returns whether a place names another person's account, as in "… telah masuk ke rekening SITI". */
export function isForeignAccount(place: string): boolean {
  return anAccount.test(place) && !readersAccount.test(place);
}

const pretence = "simulasi|simulator|demo|latihan|percobaan|uji coba|sandbox|testing";
const pretenceInText = words(pretence, "u");
const onlyPretence = new RegExp(
  String.raw`^(?:(?:mode|aplikasi|app|halaman) )?(?:${pretence})$`,
  "iu",
);

/**
 * Returns whether a place shows that no money came in, as in "… diterima di simulasi". A shop can be called "Toko
 * Simulasi".
 */
export function isPretence(place: string): boolean {
  return pretenceInText.test(place) || onlyPretence.test(place);
}

/** Lower-case words that occur inside names. */
const nameParticle =
  /^(?:bin|binti|dan|and|of|the|by|di|de|al|el|van|der|bu|pak|mas|mbak|ibu|bapak|cabang)$/u;

/** Returns whether a name begins with a capital and continues like a sentence, as in "BUDI CONTOH perlu konfirmasi". */
function runsOnLikeSentence(name: string): boolean {
  const [first = "", ...others] = name.split(/[ ,]+/u);
  if (/^\p{Ll}/u.test(first)) return false;
  return others.some((word) => /^["'(]?\p{Ll}{2,}["')]?$/u.test(word) && !nameParticle.test(word));
}

const notSettled = words(
  `${failed}|${waiting}|(?:sedang|dalam) proses|sedang diproses|verifikasi|diverifikasi|ditinjau|(?:akan|segera) (?:masuk|diterima|dikreditkan|diproses)|` +
    "bukan untuk (?:anda|kamu)|uji coba|hanya contoh|abaikan (?:pesan|notifikasi) ini|just kidding|test message|" +
    "klaim|claim|tidak (?:berhasil|dapat|jadi)|not (?:been|yet|successful)|will be",
  "iu",
);

/** Returns whether a further sentence or a note says that the transaction did not happen, or has not happened yet. */
export function takesBack(text: string): boolean {
  return notSettled.test(text);
}

const failure = words(failed, "iu");
/** Ordinary sentences below an email that report no failure: "Jika transaksi gagal, …", "tidak dapat dibatalkan". */
const failureOfNone = new RegExp(
  String.raw`\b(?:(?:jika|apabila|bila|kalau|if)\b[^.,;:!?\n]{0,60}?|(?:tidak (?:dapat|bisa)|cannot be) )\b(?:${failed})\b(?: atau (?:${failed})\b)?`,
  "giu",
);

/** Returns whether sentences around a transaction say that it failed or was reversed. */
export function tellsOfFailure(text: string): boolean {
  return failure.test(text.replace(failureOfNone, ""));
}

const walletNames = banks.filter(({ number }) => number === "mobile").map(({ name }) => name);

/**
 * A balance or a fee. Only a few words can stand between the word and the amount. Otherwise a payer's name that ends in
 * "Saldo" could turn the real amount into a balance.
 */
const balanceOrFee = new RegExp(
  String.raw`\b(?:saldo|balance|biaya|fee)(?: (?:${walletNames.join("|")}|akhir|anda|kamu|rekening|saat|ini|sekarang|tersedia|menjadi|admin|transfer|sebesar|is|now)){0,4}:? (?:rp|idr)[.: ]*\d[\d.,]*`,
  "giu",
);

/**
 * Returns whether further sentences name money other than a balance or a fee. Such money might be a second
 * transaction.
 */
export function namesOtherMoney(text: string): boolean {
  return namesMoney(text.replace(balanceOrFee, ""));
}

const sending =
  /\b(?:mengirim(?:kan|i)?|mentransfer|ditransfer|dikirim|sent|transferred)\b[^.\n]{0,80}?(?:rp|idr)[.: ]*\d/iu;

/**
 * Returns whether a text reports sending. A payer called "Dana masuk Rp9.000. Pesan:" would begin a text that
 * continues "mengirim Rp1 ke rekening Anda", and the bank's own words would look like the payer's remark.
 */
export function tellsOfSending(text: string): boolean {
  return sending.test(text);
}

const doubtfulTitle = words(
  `${failed}|${waiting}|diproses|refund|pengembalian|promo|voucher|cashback|hadiah|undian|bonus|pinjaman|` +
    "penipuan|waspada|awas|hati-hati|hoaks|hoax|scam|fraud|beware|simulasi|tips|edukasi|uji coba|test|" +
    "jadwal|berkala|" +
    "permintaan|request|cair|pencairan|settlement|penarikan|pengingat|reminder|otp|verifikasi",
  "iu",
);
const offers = words(
  "promo|promosi|cashback|voucher|kupon|bonus|hadiah|undian|gratis|diskon|menang|menangkan|reward|points?|poin|koin|" +
    "pinjaman|loan|paylater|cicilan|tagihan|angpao|kaget|referral|undang|ajak|syarat|permintaan|request|konfirmasi|setujui|" +
    "refund|pengembalian|settlement|pencairan",
  "iu",
);

/** Returns whether a text makes an offer. Called only for wordings that no template knows. */
export function speaksOfOffers(text: string): boolean {
  return offers.test(text);
}

const otherwise = words(
  `${status}|bisa|dapat|jika|kalau|apabila|bila|hingga|maksimal|keluar|pengeluaran|debit|debet|didebit|didebet|` +
    "terkirim|dikirim|membayar|bayar|dibayar|pembelian|belanja|tarik|penarikan|spent|paid|sent to|will|if|up to|" +
    "outgoing|otp|passcode|pin",
  "iu",
);

/** Returns a word of a taught wording that belongs to an offer, a failure, a promise or outgoing money. */
export function contradictingWord(text: string): string | null {
  return (otherwise.exec(text) ?? offers.exec(text) ?? notSettled.exec(text))?.[0] ?? null;
}

const outgoingTitle = words("keluar|pengeluaran|outgoing|money out|terkirim", "iu");

/**
 * Returns whether the title contradicts the body. A body can correct an incoming title into an outgoing transfer,
 * because that pays no invoice. The reverse is doubtful.
 */
export function isDoubtfulTitle(title: string, type: TransactionType): boolean {
  return doubtfulTitle.test(title) || (type === "CREDIT" && outgoingTitle.test(title));
}
