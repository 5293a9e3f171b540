import { formatCount } from "../../base/numbers.ts";
import { counted } from "../../base/texts/counted.ts";
import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  askedApps: {
    title: "Apakah ini bank Anda?",
    hint: "HP Anda mengirim notifikasi dari aplikasi yang belum dikenal Tepat, dan isinya seperti uang masuk. Tidak ada tagihan yang otomatis lunas karena notifikasi ini.",
    count: (count: number) => `${formatCount(count)} notifikasi`,
    knownName:
      "Namanya mirip bank yang sudah dikenal Tepat, tetapi ini aplikasi lain. Aplikasi tiruan bisa memakai nama apa saja. Periksa dulu di HP Anda.",
    yes: "Ya, ini bank saya",
    no: "Bukan bank saya",
    noHint: "Tepat menghapus notifikasi aplikasi ini dan tidak menanyakannya lagi.",
    yesTitle: "Pakai aplikasi ini untuk uang masuk?",
    yesHint:
      "Hanya untuk aplikasi bank atau dompet tempat Anda punya rekening. Di aplikasi obrolan, email, atau toko online, siapa pun bisa menulis bahwa uang sudah masuk.",
    yesNext:
      "Setelah ini, tambahkan rekeningnya. Tepat menanyakan setiap notifikasi dari aplikasi ini sampai Anda mengajarkan kata-katanya.",
    name: "Nama bank",
    add: "Lanjutkan ke rekening",
    refused: "Aplikasi yang bukan bank Anda",
  },
};

const en: typeof id = {
  askedApps: {
    title: "Is this your bank?",
    hint: "Your phone sends notifications from an app that Tepat does not know. These notifications look like incoming money, but none of them pays an invoice automatically.",
    count: (count: number) => counted(count, "notification", "notifications"),
    knownName:
      "This app's name resembles that of a bank that Tepat knows, but the app is a different one. A fake app can have any name. Check the app on your phone first.",
    yes: "Yes, my bank",
    no: "Not my bank",
    noHint: "Tepat deletes the notifications from this app and does not ask about the app again.",
    yesTitle: "Use this app for incoming money?",
    yesHint:
      "Do this only for the app of a bank or wallet where you have an account. In a chat, an email or an online shop, anyone can write that money has arrived.",
    yesNext:
      "Add the account next. Tepat asks you about each notification from this app until you teach Tepat the wording.",
    name: "Bank's name",
    add: "Continue to the account",
    refused: "Apps that are not your bank",
  },
};

export const askedAppsTexts = textsOf({ id, en });
