import type {
  NoticeBrokenReason,
  NoticeChannel,
  NoticeEvent,
} from "../../base/generated/types.gen.ts";
import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  notices: {
    hint: "Pilih pemberitahuan yang ingin Anda terima, dan di mana.",
    where: "Tujuan",
    channels: {
      email: "Email",
      telegram: "Telegram",
      push: "Browser",
    } as Record<NoticeChannel, string>,
    noEmail: "Server ini belum bisa mengirim email. Minta pemiliknya mengaturnya.",
    setUp: "Atur sekarang",
    noTelegram: "Server ini belum punya bot Telegram. Minta pemiliknya mengaturnya.",
    notConnected: "Belum terhubung",
    noBrowsers: "Belum ada browser",
    noPush:
      "Browser ini tidak dapat menerima pemberitahuan. Di iPhone, tambahkan halaman ini ke Layar Utama, lalu buka dari sana.",
    pushRefused:
      "Browser ini menolak pemberitahuan. Izinkan untuk alamat ini di pengaturan browser, lalu coba lagi.",
    pushFailed:
      "Layanan pemberitahuan browser ini tidak dapat dihubungi. Periksa koneksi, lalu coba lagi.",
    connect: "Hubungkan Telegram",
    connectAgain: "Hubungkan ulang",
    connectHint: (minutes: number) =>
      `Buka tautan ini di HP atau komputer yang memakai Telegram Anda, lalu tekan Mulai (Start). Tautannya berlaku sekali, selama ${minutes} menit.`,
    openTelegram: "Buka Telegram",
    waiting: "Menunggu Anda menekan Mulai…",
    connected: "Telegram terhubung.",
    enable: "Aktifkan di browser ini",
    test: "Kirim uji coba",
    tested: "Uji coba dikirim. Hasilnya ada di catatan di bawah.",
    removeTitle: "Hapus tujuan ini?",
    removeHint: "Pemberitahuan yang masih menunggu juga tidak dikirim ke sana.",
    broken: {
      address_refused:
        "Server email menyatakan alamat ini tidak ada. Periksa alamatnya, lalu kirim uji coba untuk mengaktifkannya lagi.",
      bot_blocked: "Anda memblokir bot ini di Telegram. Buka blokirnya, lalu hubungkan ulang.",
      chat_gone: "Obrolan Telegram ini tidak ada lagi. Hubungkan ulang.",
      browser_gone: "Browser ini menghentikan pemberitahuan. Aktifkan lagi dari browser itu.",
    } as Record<NoticeBrokenReason, string>,
    what: "Pemberitahuan",
    connectFirst:
      "Hubungkan dulu satu tujuan. Setelah itu Anda bisa memilih pemberitahuannya di sini.",
    events: {
      paid: "Tagihan lunas",
      unmatched: "Uang masuk belum cocok",
      unsupported: "Uang yang tidak ada di rekening koran",
      likely_text: "Notifikasi yang mungkin pembayaran",
      device_silent: "HP atau email terputus",
      webhook_failing: "Tepat tidak tersambung ke situs atau aplikasi Anda",
      quota_low: "Hari pemakaian hampir habis",
    } as Record<NoticeEvent, string>,
    otherEvents: { test: "Uji coba", linked: "Telegram terhubung" },
    language: "Bahasa pesan",
    quiet: "Jam tenang",
    quietHint: (zone: string) =>
      `Pesan menunggu sampai jam ini selesai. Zona waktu: ${zone}. Kosongkan keduanya jika tidak perlu jam tenang.`,
    from: "Mulai",
    until: "Selesai",
    urgent: "Tetap kirim pada jam tenang",
    digest: (count: number) => `${count} pemberitahuan dalam satu pesan`,
    log: "Catatan pesan",
    none: "Belum ada pesan",
    noneHint: "Pesan yang dikirim kepada Anda tampil di sini.",
    problem: "Kendala",
  },
};

const en: typeof id = {
  notices: {
    hint: "Choose which notices you want, and where.",
    where: "Destinations",
    channels: { email: "Email", telegram: "Telegram", push: "Browser" },
    noEmail: "This server cannot send email yet. Ask its owner to set it up.",
    setUp: "Set up",
    noTelegram: "This server has no Telegram bot yet. Ask its owner to set one up.",
    notConnected: "Not connected",
    noBrowsers: "No browsers yet",
    noPush:
      "This browser cannot receive notices. On an iPhone, add this page to the home screen and open it from there.",
    pushRefused:
      "This browser blocks notices from Tepat. Allow notifications for this site in the browser's settings, then try again.",
    pushFailed:
      "Tepat cannot reach this browser's push service. Check the connection, then try again.",
    connect: "Connect Telegram",
    connectAgain: "Connect again",
    connectHint: (minutes) =>
      `Open this link on the phone or computer where you use Telegram, and press Start. The link works once, for ${minutes} minutes.`,
    openTelegram: "Open Telegram",
    waiting: "Waiting for you to press Start…",
    connected: "Telegram is connected.",
    enable: "Switch on in this browser",
    test: "Send a test",
    tested: "Test sent. The list of messages below shows the result.",
    removeTitle: "Remove this destination?",
    removeHint: "Tepat also discards the notices that are waiting for this destination.",
    broken: {
      address_refused:
        "The mail server reports that this address does not exist. Check the address, then send a test to switch this destination on again.",
      bot_blocked: "You have blocked this bot in Telegram. Unblock it, then connect again.",
      chat_gone: "This Telegram chat no longer exists. Connect again.",
      browser_gone: "The browser no longer accepts notices. Switch them on again in that browser.",
    },
    what: "Notices to send",
    connectFirst: "Connect a destination first. You can then choose its notices here.",
    events: {
      paid: "Invoice paid",
      unmatched: "Unmatched transfer",
      unsupported: "Transfer not in the bank statement",
      likely_text: "Notification that might be a payment",
      device_silent: "Phone or mailbox offline",
      webhook_failing: "Your site or app does not accept events",
      quota_low: "Days of use nearly used up",
    },
    otherEvents: { test: "Test", linked: "Telegram connected" },
    language: "Language of the messages",
    quiet: "Quiet hours",
    quietHint: (zone) =>
      `Messages wait until these hours are over. Time zone: ${zone}. Leave both times empty for no quiet hours.`,
    from: "From",
    until: "Until",
    urgent: "Send in quiet hours too",
    digest: (count) => `${count} notices in one message`,
    log: "Messages",
    none: "No messages yet",
    noneHint: "Messages that Tepat sends you appear here.",
    problem: "Problem",
  },
};

export const noticesTexts = textsOf({ id, en });
