import { formatCountIn } from "../../../web-shared/src/money.ts";
import type { NoticeEvent, NoticeLanguage } from "../../contract/dashboard/notices.ts";
import { limits } from "../../contract/limits.ts";
import type { MutationWithReason } from "../../contract/mutation-reasons.ts";
import { rupiahText } from "../base/written-numbers.ts";
import type { WaitingNotice } from "./notice-messages.sql.ts";

/** Notices for team members, sent as plain text without markup. */

export interface NoticeText {
  title: string;
  body: string;
  /** The dashboard page that the message opens. */
  page_path: string;
}

interface Reader {
  language: NoticeLanguage;
  time_zone: string;
}

interface AccountFacts {
  account_id: string;
  channel_name: string;
  /** The merchant's name in the account's QRIS code. A bank account has none. */
  code_name?: string;
  account_number_end: string | null;
}

interface EventData {
  paid: { payment_code: string; payment_total: number; customer_name: string };
  unmatched: {
    mutation_id: string;
    amount: number;
    sender_name: string | null;
    /** Set if the transfer came in time for an ended invoice. Notices of earlier versions lack this field. */
    in_time?: {
      payment_code: string;
      late_because: MutationWithReason["late_because"];
      posted_at: string;
      heard_at: string;
    } | null;
  };
  unsupported: AccountFacts & { transfer_count: number; amount: number };
  likely_text: { payment_code: string; payment_total: number; customer_name: string | null };
  device_silent: {
    device_name: string;
    last_seen_at: string | null;
    /** Notices of earlier versions lack this field, and concern phones. */
    source_kind?: "phone" | "mailbox";
    /** Set if the emails arrive, but DNS does not respond. */
    is_keyless?: boolean;
  };
  webhook_failing: { receiver: string; attempt_count: number; is_given_up: boolean };
  quota_low: AccountFacts & { account_quota: number };
}

interface EventText<Event extends NoticeEvent> {
  one(facts: EventData[Event], reader: Reader): { title: string; body: string };
  many(count: string, all: readonly EventData[Event][]): string;
  /** One line of a digest. */
  line(facts: EventData[Event], reader: Reader): string;
}

type EventTexts = { [Event in NoticeEvent]: EventText<Event> };

const timeIn = ({ language, time_zone }: Reader, at: string): string =>
  new Intl.DateTimeFormat(language === "id" ? "id-ID" : "en-GB", {
    timeZone: time_zone,
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  }).format(new Date(at));

const longestName = 80;

/** Returns a name that another person chose, on one line and of bounded length. */
function name(text: string | null): string {
  const line = (text ?? "").replace(/[\p{C}\p{Z}]+/gu, " ").trim();
  const characters = Array.from(line);
  return characters.length <= longestName
    ? line
    : `${characters.slice(0, longestName - 1).join("")}…`;
}

const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0);

/**
 * Returns an account's name, as the dashboard writes it (`base/account-name.ts`). A message leaves the server, so it has
 * only the end of a bank account's number.
 */
function accountName({ channel_name, code_name, account_number_end: end }: AccountFacts): string {
  const bank = code_name === undefined ? name(channel_name) : `${name(code_name)} (QRIS)`;
  return end === null ? bank : `${bank} ··${end}`;
}

type InTime = NonNullable<EventData["unmatched"]["in_time"]>;

/** The reason why Tepat learned of a transfer after its invoice's end, in the dashboard's words. */
const whyLate = {
  id: ({ late_because, posted_at, heard_at }: InTime, reader: Reader): string => {
    const [sent, heard] = [timeIn(reader, posted_at), timeIn(reader, heard_at)];
    if (late_because === "gateway_away")
      return `Tepat tidak berjalan pada ${sent}, dan baru mengetahuinya pada ${heard}.`;
    if (late_because === "statement")
      return `Uang ini masuk pada ${sent}, dan dicatat dari rekening koran pada ${heard}.`;
    return `Pesan dari bank bertanggal ${sent}, dan sumbernya baru melaporkannya pada ${heard}. Periksa mengapa sumber itu terlambat.`;
  },
  en: ({ late_because, posted_at, heard_at }: InTime, reader: Reader): string => {
    const [sent, heard] = [timeIn(reader, posted_at), timeIn(reader, heard_at)];
    if (late_because === "gateway_away")
      return `Tepat was not running on ${sent}, and learned of this transfer on ${heard}.`;
    if (late_because === "statement")
      return `The transfer is dated ${sent}. It was recorded from the bank statement on ${heard}.`;
    return `The bank's message is dated ${sent}, and the source reported it on ${heard}. Check why the source was late.`;
  },
};

const inIndonesian = (count: number): string => formatCountIn("id", count);

const indonesian: EventTexts = {
  paid: {
    one: ({ payment_code, payment_total, customer_name }) => ({
      title: `Pembayaran masuk: ${rupiahText(payment_total)}`,
      body: `Tagihan ${name(payment_code)} untuk ${name(customer_name)} sudah lunas.`,
    }),
    many: (count, all) =>
      `${count} pembayaran masuk, total ${rupiahText(sum(all.map((each) => each.payment_total)))}`,
    line: ({ payment_code, payment_total }) =>
      `${name(payment_code)}: ${rupiahText(payment_total)}`,
  },
  unmatched: {
    one: ({ amount, sender_name, in_time }, reader) => {
      if (in_time) {
        return {
          title: `Tepat waktu, terlambat diketahui: ${rupiahText(amount)}`,
          body: `Uang untuk tagihan ${name(in_time.payment_code)} ini masuk tepat waktu, tetapi Tepat baru mengetahuinya setelah tagihan berakhir. ${whyLate.id(in_time, reader)} Buat tagihan susulan yang lunas di Perlu diputuskan, lalu kirim barangnya.`,
        };
      }
      return {
        title: `Uang masuk belum cocok: ${rupiahText(amount)}`,
        body: `${sender_name ? `Uang dari ${name(sender_name)} ini` : "Uang ini"} belum cocok dengan tagihan mana pun. Cocokkan secara manual, atau tandai sebagai “bukan uang toko”.`,
      };
    },
    many: (count, all) =>
      `${count} uang masuk belum cocok, total ${rupiahText(sum(all.map(({ amount }) => amount)))}`,
    line: ({ amount, sender_name }) =>
      sender_name ? `${rupiahText(amount)} dari ${name(sender_name)}` : rupiahText(amount),
  },
  unsupported: {
    one: (facts) => ({
      title: `Tidak ada di rekening koran: ${rupiahText(facts.amount)}`,
      body: `${inIndonesian(facts.transfer_count)} transfer ke ${accountName(facts)} dilaporkan sumber Anda, tetapi bank tidak mencatatnya. Pesannya mungkin palsu. Periksa sebelum barang dikirim.`,
    }),
    many: (_count, all) =>
      `${inIndonesian(sum(all.map((each) => each.transfer_count)))} transfer tidak ada di rekening koran, total ${rupiahText(sum(all.map(({ amount }) => amount)))}`,
    line: (facts) =>
      `${accountName(facts)}: ${inIndonesian(facts.transfer_count)} transfer, ${rupiahText(facts.amount)}`,
  },
  likely_text: {
    one: ({ payment_code, payment_total, customer_name }) => ({
      title: `Mungkin pembayaran: ${rupiahText(payment_total)}`,
      body: `Tepat belum dapat membaca sebuah notifikasi, tetapi jumlahnya sama persis dengan total tagihan ${name(payment_code)}${customer_name ? ` untuk ${name(customer_name)}` : ""}. Tagihan itu belum lunas. Periksa rekening Anda, lalu pilih “Uangnya sudah masuk” atau “Bukan transfer”.`,
    }),
    many: (count) => `${count} notifikasi mungkin pembayaran`,
    line: ({ payment_code, payment_total }) =>
      `${name(payment_code)}: ${rupiahText(payment_total)}`,
  },
  device_silent: {
    one: ({ device_name, last_seen_at, source_kind, is_keyless }, reader) => {
      const at = last_seen_at && timeIn(reader, last_seen_at);
      if (is_keyless) {
        return {
          title: `Email bank belum bisa diperiksa: ${name(device_name)}`,
          body: `${at ? `Sejak ${at} tanda` : "Tanda"} tangan bank tidak bisa diperiksa, jadi email itu belum melunasi tagihan. Tepat memeriksanya lagi sampai sehari. Sementara itu, periksa rekening Anda.`,
        };
      }
      if (source_kind === "mailbox") {
        return {
          title: `Email tidak terbaca: ${name(device_name)}`,
          body: `${at ? `Kotak masuk ini terakhir dibaca pada ${at}. ` : ""}Selama email tidak terbaca, Tepat tidak melihat pembayaran dari email bank. Halaman Sumber menunjukkan penyebabnya.`,
        };
      }
      return {
        title: `HP terputus: ${name(device_name)}`,
        body: `${at ? `HP ini terakhir terhubung pada ${at}. ` : ""}Selama HP terputus, Tepat tidak melihat pembayaran. Periksa baterai, internet, dan aplikasi Tepat di HP itu.`,
      };
    },
    many: (count, all) =>
      all.some(({ source_kind }) => source_kind === "mailbox")
        ? `Sumber bermasalah ${count} kali`
        : `HP terputus ${count} kali`,
    line: ({ device_name, last_seen_at }, reader) =>
      last_seen_at ? `${name(device_name)}, ${timeIn(reader, last_seen_at)}` : name(device_name),
  },
  webhook_failing: {
    one: ({ receiver, attempt_count, is_given_up }) => ({
      title: "Webhook gagal terkirim",
      body: `${name(receiver)} tidak menerima webhook dari Tepat dalam ${inIndonesian(attempt_count)} percobaan. ${is_given_up ? "Tepat tidak mencoba lagi. Minta pengembang Anda memperbaiki server itu, lalu kirim ulang webhook dari dasbor." : "Tepat akan mencoba lagi. Minta pengembang Anda memeriksa server itu."}`,
    }),
    many: (count) => `Webhook gagal terkirim ke ${count} server`,
    line: ({ receiver }) => name(receiver),
  },
  quota_low: {
    one: (facts) => ({
      title:
        facts.account_quota === 0
          ? `Hari pemakaian habis: ${accountName(facts)}`
          : `Sisa ${inIndonesian(facts.account_quota)} hari pemakaian: ${accountName(facts)}`,
      body:
        facts.account_quota === 0
          ? "Paling lambat mulai besok, tagihan baru di rekening ini ditolak. Tambah hari di halaman rekening."
          : "Setelah habis, tagihan baru di rekening ini ditolak. Tambah hari di halaman rekening.",
    }),
    many: (count) => `Hari pemakaian hampir habis di ${count} rekening`,
    line: (facts) => `${accountName(facts)}: ${inIndonesian(facts.account_quota)} hari`,
  },
};

const times = (count: number | string, word: string): string =>
  `${typeof count === "number" ? formatCountIn("en", count) : count} ${word}${String(count) === "1" ? "" : "s"}`;

const english: EventTexts = {
  paid: {
    one: ({ payment_code, payment_total, customer_name }) => ({
      title: `Payment received: ${rupiahText(payment_total)}`,
      body: `Invoice ${name(payment_code)} for ${name(customer_name)} is paid.`,
    }),
    many: (count, all) =>
      `${count} payments received, ${rupiahText(sum(all.map((each) => each.payment_total)))} in total`,
    line: ({ payment_code, payment_total }) =>
      `${name(payment_code)}: ${rupiahText(payment_total)}`,
  },
  unmatched: {
    one: ({ amount, sender_name, in_time }, reader) => {
      if (in_time) {
        return {
          title: `In time, reported late: ${rupiahText(amount)}`,
          body: `This transfer for invoice ${name(in_time.payment_code)} arrived in time, but Tepat learned of it after the invoice had ended. ${whyLate.en(in_time, reader)} Create a paid follow-up invoice under To decide, then deliver the goods.`,
        };
      }
      return {
        title: `Unmatched transfer: ${rupiahText(amount)}`,
        body: `This transfer${sender_name ? ` from ${name(sender_name)}` : ""} matches no invoice. Match it manually, or mark it as “not mine”.`,
      };
    },
    many: (count, all) =>
      `${count} unmatched transfers, ${rupiahText(sum(all.map(({ amount }) => amount)))} in total`,
    line: ({ amount, sender_name }) =>
      sender_name ? `${rupiahText(amount)} from ${name(sender_name)}` : rupiahText(amount),
  },
  unsupported: {
    one: (facts) => ({
      title: `Not in the bank statement: ${rupiahText(facts.amount)}`,
      body: `A source reported ${times(facts.transfer_count, "transfer")} to ${accountName(facts)} that the bank did not book. The notification might be forged. Check before you send any goods.`,
    }),
    many: (_count, all) =>
      `${times(sum(all.map((each) => each.transfer_count)), "transfer")} not in the bank statement, ${rupiahText(sum(all.map(({ amount }) => amount)))} in total`,
    line: (facts) =>
      `${accountName(facts)}: ${times(facts.transfer_count, "transfer")}, ${rupiahText(facts.amount)}`,
  },
  likely_text: {
    one: ({ payment_code, payment_total, customer_name }) => ({
      title: `Possible payment: ${rupiahText(payment_total)}`,
      body: `Tepat could not read a notification that names exactly the total of invoice ${name(payment_code)}${customer_name ? ` for ${name(customer_name)}` : ""}. The invoice is not paid yet. Check your account, then choose “Confirm payment” or “Not a transfer”.`,
    }),
    many: (count) => `${times(count, "possible payment")} to check`,
    line: ({ payment_code, payment_total }) =>
      `${name(payment_code)}: ${rupiahText(payment_total)}`,
  },
  device_silent: {
    one: ({ device_name, last_seen_at, source_kind, is_keyless }, reader) => {
      const at = last_seen_at && timeIn(reader, last_seen_at);
      if (is_keyless) {
        return {
          title: `Bank emails cannot be checked: ${name(device_name)}`,
          body: `Tepat has not been able to check the bank's signature${at ? ` since ${at}` : ""}, so these emails do not pay invoices yet. Tepat tries again for a day. Meanwhile, check your account.`,
        };
      }
      if (source_kind === "mailbox") {
        return {
          title: `Mailbox not read: ${name(device_name)}`,
          body: `${at ? `Tepat last read this mailbox on ${at}. ` : ""}Until Tepat can read the mailbox, bank emails pay no invoices. The Sources page shows the reason.`,
        };
      }
      return {
        title: `Phone offline: ${name(device_name)}`,
        body: `${at ? `Tepat last heard from this phone on ${at}. ` : ""}Tepat does not see payments while the phone is offline. Check its battery, its internet connection and its Tepat app.`,
      };
    },
    many: (count, all) =>
      all.some(({ source_kind }) => source_kind === "mailbox")
        ? `Sources went offline ${times(count, "time")}`
        : `Phones went offline ${times(count, "time")}`,
    line: ({ device_name, last_seen_at }, reader) =>
      last_seen_at ? `${name(device_name)}, ${timeIn(reader, last_seen_at)}` : name(device_name),
  },
  webhook_failing: {
    one: ({ receiver, attempt_count, is_given_up }) => ({
      title: "Webhook failing",
      body: `${name(receiver)} did not accept a webhook in ${times(attempt_count, "attempt")}. ${is_given_up ? "Tepat will not retry. Ask your developer to fix the server, then resend the webhook from the dashboard." : "Tepat will retry. Ask your developer to check the server."}`,
    }),
    many: (count) => `Webhooks failing at ${times(count, "server")}`,
    line: ({ receiver }) => name(receiver),
  },
  quota_low: {
    one: (facts) => ({
      title:
        facts.account_quota === 0
          ? `No days of use left: ${accountName(facts)}`
          : `${times(facts.account_quota, "day")} of use left: ${accountName(facts)}`,
      body:
        facts.account_quota === 0
          ? "From tomorrow at the latest, Tepat will refuse new invoices on this account. Add days on the account's page."
          : "When the days are used up, Tepat refuses new invoices on this account. Add days on the account's page.",
    }),
    many: (count) => `Few days of use left on ${times(count, "account")}`,
    line: (facts) => `${accountName(facts)}: ${times(facts.account_quota, "day")}`,
  },
};

const textsIn = { id: indonesian, en: english };

const pages: { [Event in NoticeEvent]: (facts: EventData[Event] | null) => string } = {
  paid: (facts) =>
    facts ? `/payments/${encodeURIComponent(facts.payment_code)}` : "/payments?status=PAID",
  unmatched: (facts) => (facts?.in_time ? "/reconciliation" : "/mutations"),
  unsupported: () => "/statements",
  likely_text: () => "/mutations",
  device_silent: () => "/devices",
  webhook_failing: () => "/webhooks",
  quota_low: (facts) => (facts ? `/accounts/${facts.account_id}` : "/accounts"),
};

/** Writes a message about one notice, or about several of one kind. The message names the newest. */
export function writeMessage(
  event: NoticeEvent,
  notices: readonly WaitingNotice[],
  reader: Reader,
): NoticeText {
  return writeIn<NoticeEvent>(event, notices as never, reader);
}

function writeIn<Event extends NoticeEvent>(
  event: Event,
  notices: readonly { facts: EventData[Event] }[],
  reader: Reader,
): NoticeText {
  const texts: EventText<Event> = textsIn[reader.language][event];
  const all = notices.map(({ facts }) => facts);
  const [only] = all;
  if (only !== undefined && all.length === 1) {
    return { ...texts.one(only, reader), page_path: pages[event](only) };
  }
  const named = all.slice(-limits.noticesNamedInDigest);
  const others = all.length - named.length;
  const countOf = (count: number) => formatCountIn(reader.language, count);
  const more =
    reader.language === "id" ? `dan ${countOf(others)} lainnya` : `and ${countOf(others)} more`;
  return {
    title: texts.many(countOf(all.length), all),
    body: [...named.map((facts) => texts.line(facts, reader)), ...(others > 0 ? [more] : [])].join(
      "\n",
    ),
    page_path: pages[event](null),
  };
}

/** A message that the person requested. */
export function writeOwnMessage(event: "test" | "linked", language: NoticeLanguage): NoticeText {
  const texts = {
    id: {
      test: {
        title: "Pemberitahuan percobaan",
        body: "Pemberitahuan dari Tepat sampai di sini.",
      },
      linked: {
        title: "Telegram terhubung",
        body: "Pemberitahuan dari Tepat akan dikirim ke obrolan ini. Pilih jenisnya di dasbor.",
      },
    },
    en: {
      test: { title: "Test notice", body: "Notices from Tepat will arrive here." },
      linked: {
        title: "Telegram is connected",
        body: "Notices from Tepat will arrive in this chat. Choose the kinds of notices in the dashboard.",
      },
    },
  } as const;
  return { ...texts[language][event], page_path: "/notices" };
}
