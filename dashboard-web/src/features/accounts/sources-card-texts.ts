import type { AccountSource } from "../../base/generated/types.gen.ts";
import { textsOf } from "../../base/texts/texts-of.ts";

type States = Record<AccountSource["state"], string>;

const id = {
  accountSources: {
    none: "Belum ada sumber yang memantau rekening ini.",
    unwatched:
      "Saat ini tidak ada sumber yang melaporkan transfer ke rekening ini. Tautan pembayaran tidak menawarkannya, dan di kasir Anda memeriksa sendiri uangnya.",
    ifSilent:
      "Jika semua sumber berhenti, tagihan tetap menunggu sampai batas waktunya, tetapi tidak ada yang lunas otomatis.",
    afterwards:
      "Begitu sebuah sumber berfungsi lagi, Tepat membaca transfer yang terlewat, kecuali jika HP kehilangan notifikasinya. Rekening koran menunjukkan transfer yang hilang itu. Transfer untuk tagihan yang sudah berakhir menunggu di Perlu diputuskan.",
    heard: "Terakhir terlihat",
    read: "Terakhir dibaca",
    statement: "Rekening koran sampai",
    toSources: "Buka Sumber",
    states: {
      working: "Aktif",
      warning: "Perlu diperiksa",
      silent: "Terputus",
      unheard: "Belum pernah melapor",
      paused: "Dijeda",
    } satisfies States,
  },
};

const en: typeof id = {
  accountSources: {
    none: "No source watches this account yet.",
    unwatched:
      "No source can report transfers to this account now. Payment links do not offer the account, and at the counter you check for the money yourself.",
    ifSilent:
      "If all sources fail, invoices stay pending until their deadline, but Tepat cannot mark any as paid.",
    afterwards:
      "When a source works again, Tepat reads the transfers that the source missed, unless the phone lost their notifications. A bank statement also shows transfers whose notifications were lost. Transfers for invoices that have ended wait under To decide.",
    heard: "Last seen",
    read: "Last read",
    statement: "Bank statement until",
    toSources: "Open Sources",
    states: {
      working: "Active",
      warning: "Needs attention",
      silent: "Offline",
      unheard: "No report yet",
      paused: "Paused",
    },
  },
};

export const sourcesCardTexts = textsOf({ id, en });
