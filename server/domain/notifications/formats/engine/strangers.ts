/**
 * Tells an app's own news of money from texts that a stranger had it show. In a chat a stranger's words are the whole
 * text, and no template can tell "Rp 2.500.123 telah masuk ke ShopeePay Anda" of a buyer from that of the wallet.
 */

import { isSettled, nameCharactersMax } from "./doubtful-words.ts";
import type { AppTraits, CleanNotification } from "./doubts.ts";
import type { TemplateMatch } from "./template.ts";

/** What Android knows of a notification besides its texts, as far as the phone's program can tell. */
export interface AndroidMarks {
  /** `Notification.category` */
  category?: string | null | undefined;
  /** The app's own name of the channel. */
  channel_id?: string | null | undefined;
  /** A MessagingStyle notification, or one that Android lists under conversations. */
  is_conversation?: boolean | null | undefined;
}

/** Android's CATEGORY_MESSAGE, CATEGORY_EMAIL and CATEGORY_SOCIAL. */
const personalCategory = /^(?:msg|email|social)$/iu;

/** Looked at only where strangers write: a bank may post all that it has to say on a channel called "messages". */
const personalChannel =
  /chat|messag|conversation|comment|review|social|pesan|obrolan|komentar|ulasan/iu;

export function isMessage(
  { category, channel_id, is_conversation }: AndroidMarks,
  { strangers }: Pick<AppTraits, "strangers">,
): boolean {
  if (is_conversation === true || personalCategory.test(category?.trim() ?? "")) return true;
  return strangers === "messages" && personalChannel.test(channel_id ?? "");
}

/**
 * Over a chat stands who wrote it, so an app's own title must be written as the app writes it: cleaned, "ＧｏＰａｙ" and
 * "GoPay" followed by an emoji would be GoPay too.
 */
export function isForeignTitle(
  { title, written_title }: Pick<CleanNotification, "title" | "written_title">,
  { name, strangers, own_titles }: AppTraits,
  { isNamedByRule }: { isNamedByRule: boolean },
): boolean {
  switch (strangers) {
    case "messages":
      if (written_title.trim() !== title) return true;
      return !isNamedByRule && !own_titles.some((pattern) => pattern.test(title));
    case "requests":
      return !isNamedByRule && title !== "" && !moneyTitle.test(title) && !namesApp(title, name);
    case "remarks":
      return false;
  }
}

/** To the letter, as a person may be called "shopeepay"; `{amount}` is any amount. */
export function compileOwnTitle(title: string): RegExp {
  const words = title
    .split("{amount}")
    .map((text) => text.replace(/[\\^$.*+?(){}|[\]/]/gu, "\\$&"));
  return new RegExp(`^${words.join("(?:Rp|IDR)[. ]{0,2}[0-9.,]{1,30}")}$`, "u");
}

const moneyTitle =
  /\b(?:trans(?:fer|aksi|action)|dana|uang|saldo|pembayaran|payment|qris|rekening|money|keuangan|financial|mutasi|top[- ]?up|isi saldo|notifikasi|pemberitahuan|info)\b/iu;

/** By one of the app's own words: "Jago" is Bank Jago. */
function namesApp(title: string, name: string): boolean {
  if (title.length > nameCharactersMax) return false;
  const words = title.toLowerCase().split(/[^\p{L}\p{N}']+/u);
  return name
    .toLowerCase()
    .split(" ")
    .some((word) => word.length > 2 && words.includes(word));
}

/**
 * A name may be a whole forged text: "Rp50.137 diterima DANA Bisnis. Budi" who "mengajakmu berteman". What follows a
 * template in such an app must sound like the app, and neither that nor the payer's words like somebody who wants or does
 * something: whatever the name, the app's own words about it stand at the end.
 */
export function goesOnLikeRequest(match: TemplateMatch, { strangers }: AppTraits): boolean {
  if (strangers === "remarks") return false;
  const { footer, note, remark, parts } = match;
  if (footer !== "" && !appSentence.test(footer)) return true;
  const openEnded = parts.filter(({ name, rest }) => name === "sender" && !isSettled(rest));
  return [footer, note, remark, ...openEnded.map(({ value }) => value)].some((text) =>
    request.test(text),
  );
}

/** The same of what a stranger does. Money that goes out pays nobody, so only income is asked. */
export function goesOnLikeDeed(match: TemplateMatch, { strangers }: AppTraits): boolean {
  if (strangers === "remarks") return false;
  const { footer, note, remark, parts } = match;
  const places = parts.filter(({ name }) => name === "place").map(({ value }) => value);
  return (
    places.some((text) => request.test(text)) ||
    [footer, note, remark, ...places].some((text) => deed.test(text))
  );
}

/** How the sentences begin that apps add to their news. */
const appSentence =
  /^(?:need help|butuh bantuan|klik|cek|lihat|ketuk|tap|buka|login|hubungi|info|call center|saldo|sisa saldo|balance|biaya|fee|admin|ref|no|nomor|id|kode|kamu|anda|you|your|yuk|ayo|terima kasih|makasih|thank|selamat|jangan|silak?h?an|please|untuk|transaksi|dana|uang|pada|tanggal|tgl|waktu|pukul|\d)/iu;

const request =
  /\b(?:minta|meminta|ingin|mau|mengajak\w*|ajak\w*|mengundang\w*|undang\w*|menambahkan\w*|mengikuti\w*|bergabung|gabung|berteman|teman\w*|menagih\w*|tagih\w*|patungan|menyukai|mengomentari|berkomentar|menyebut\w*|mengirimi?mu|mencolek\w*|mengingatkan\w*|membalas|membagi\w*|berbagi|mengirim(?:kan)? (?:pesan|stiker)|kode referral\w*|wants?|requests?|requested|asks?|asked|invites?|invited|adds?|added|joins?|joined|follows?|followed|likes?|liked|comments?|commented|mentions?|mentioned|friends?|shares?|shared|nudges?|nudged|reminds?|reminded|tagged|replied)\b/iu;

/**
 * What people do to each other in an app: most verbs of Indonesian that take an object, but those that an app's advice has
 * ("untuk melihat detail"), and the like in English.
 */
const deed =
  /\b(?:me(?!lihat|lalui|mber|ngecek|meriksa|nghubungi|ngetahui|nerima|nggunakan|njadi|rchant)(?:m|n|ng|ny|l|r)[a-z]{3,}|(?:kirim|pakai|klaim|ada di (?!rekening|saldo)|keluar dari|permintaan\w*|referral\w*|sent|splits?|left|accept(?:s|ed)|claim(?:s|ed)|is now|[a-z]{3,}ed (?:you|your|to|a|the))\b)/iu;
