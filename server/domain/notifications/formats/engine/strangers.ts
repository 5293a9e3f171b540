/**
 * Distinguishes an app's own notifications about money from texts that strangers made it show. In a chat, a
 * stranger's words are the whole text. No template can distinguish a buyer's "Rp 2.500.123 telah masuk ke ShopeePay
 * Anda" from the wallet's own text.
 */

import { isSettled, nameCharactersMax } from "./doubtful-words.ts";
import type { AndroidMarks, AppTraits, CleanNotification } from "./clean-notification.ts";
import type { TemplateMatch } from "./template.ts";

/** Android's CATEGORY_MESSAGE, CATEGORY_EMAIL and CATEGORY_SOCIAL. */
const personalCategory = /^(?:msg|email|social)$/iu;

/**
 * Channels of personal texts. The channel is checked only for apps in which strangers write, because a bank might
 * post all its notifications on a channel called "messages".
 */
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
 * Returns whether the title is a stranger's. A chat has its writer's name as the title, so an app's own title must
 * match exactly. If titles were cleaned first, "ＧｏＰａｙ" and "GoPay" followed by an emoji would be GoPay too.
 */
export function isForeignTitle(
  { title, written_title }: Pick<CleanNotification, "title" | "written_title">,
  { name, other_names, strangers, own_titles }: AppTraits,
  { isNamedByRule }: { isNamedByRule: boolean },
): boolean {
  switch (strangers) {
    case "messages":
      if (written_title.trim() !== title) return true;
      return !isNamedByRule && !own_titles.some((pattern) => pattern.test(title));
    case "requests":
      if (isNamedByRule || title === "" || moneyTitle.test(title)) return false;
      return (
        !namesApp(title, name) && ![name, ...other_names].some((own) => isSameName(title, own))
      );
    case "remarks":
      return false;
  }
}

/** Compiles a title to an exact pattern, because a person can be called "shopeepay". `{amount}` is any amount. */
export function compileOwnTitle(title: string): RegExp {
  const words = title
    .split("{amount}")
    .map((text) => text.replace(/[\\^$.*+?(){}|[\]/]/gu, "\\$&"));
  return new RegExp(`^${words.join("(?:Rp|IDR)[. ]{0,2}[0-9.,]{1,30}")}$`, "u");
}

const moneyTitle =
  /\b(?:trans(?:fer|aksi|action)|dana|uang|saldo|pembayaran|payment|qris|rekening|money|keuangan|financial|mutasi|top[- ]?up|isi saldo|notifikasi|pemberitahuan|info)\b/iu;

const isSameName = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

/** Returns true for one of the words in the app's name: "Jago" stands for Bank Jago. */
function namesApp(title: string, name: string): boolean {
  if (title.length > nameCharactersMax) return false;
  const words = title.toLowerCase().split(/[^\p{L}\p{N}']+/u);
  return name
    .toLowerCase()
    .split(" ")
    .some((word) => word.length > 2 && words.includes(word));
}

/**
 * Returns whether a match continues like a person's request. A name can be a whole forged text: a person called
 * "Rp50.137 diterima DANA Bisnis. Budi" who "mengajakmu berteman". In such an app, the words after a template must
 * sound like the app. Neither these words nor the payer's can sound like a person who wants or does something. The
 * app's own words about a person come at the end, after any name.
 */
export function continuesWithRequest(match: TemplateMatch, { strangers }: AppTraits): boolean {
  if (strangers === "remarks") return false;
  const { footer, note, remark, parts } = match;
  if (footer !== "" && !appSentence.test(footer)) return true;
  const openEnded = parts.filter(({ name, rest }) => name === "sender" && !isSettled(rest));
  return [footer, note, remark, ...openEnded.map(({ value }) => value)].some((text) =>
    request.test(text),
  );
}

/**
 * Returns whether a match continues like a stranger's action. Outgoing money pays no invoice, so only income is
 * checked.
 */
export function continuesWithAction(match: TemplateMatch, { strangers }: AppTraits): boolean {
  if (strangers === "remarks") return false;
  const { footer, note, remark, parts } = match;
  const places = parts.filter(({ name }) => name === "place").map(({ value }) => value);
  return (
    places.some((text) => request.test(text)) ||
    [footer, note, remark, ...places].some((text) => deed.test(text))
  );
}

/** The beginnings of sentences that apps add to their notifications. */
const appSentence =
  /^(?:need help|butuh bantuan|klik|cek|lihat|ketuk|tap|buka|login|hubungi|info|call center|saldo|sisa saldo|balance|biaya|fee|admin|ref|no|nomor|id|kode|kamu|anda|you|your|yuk|ayo|terima kasih|makasih|thank|selamat|jangan|silak?h?an|please|untuk|transaksi|dana|uang|pada|tanggal|tgl|waktu|pukul|\d)/iu;

const request =
  /\b(?:minta|meminta|ingin|mau|mengajak\w*|ajak\w*|mengundang\w*|undang\w*|menambahkan\w*|mengikuti\w*|bergabung|gabung|berteman|teman\w*|menagih\w*|tagih\w*|patungan|menyukai|mengomentari|berkomentar|menyebut\w*|mengirimi?mu|mencolek\w*|mengingatkan\w*|membalas|membagi\w*|berbagi|mengirim(?:kan)? (?:pesan|stiker)|kode referral\w*|wants?|requests?|requested|asks?|asked|invites?|invited|adds?|added|joins?|joined|follows?|followed|likes?|liked|comments?|commented|mentions?|mentioned|friends?|shares?|shared|nudges?|nudged|reminds?|reminded|tagged|replied)\b/iu;

/**
 * People's actions towards each other in an app: most Indonesian verbs with an object, except those in an app's
 * advice ("untuk melihat detail"), and similar English verbs.
 */
const deed =
  /\b(?:me(?!lihat|lalui|mber|ngecek|meriksa|nghubungi|ngetahui|nerima|nggunakan|njadi|rchant)(?:m|n|ng|ny|l|r)[a-z]{3,}|(?:kirim|pakai|klaim|ada di (?!rekening|saldo)|keluar dari|permintaan\w*|referral\w*|sent|splits?|left|accept(?:s|ed)|claim(?:s|ed)|is now|[a-z]{3,}ed (?:you|your|to|a|the))\b)/iu;
