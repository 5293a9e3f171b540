import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { transferSteps } from "./steps.ts";

/** "Budi has sent … to you" is income, although it says "sent". Moves between Pockets are not payments. */
const jagoApp: AppFormat = {
  id: "jago",
  name: "Bank Jago",
  packages: ["com.jago.digitalBanking"],
  kind: "account",
  strangers: "requests",
  rules: [
    {
      name: "transfer_in",
      type: "CREDIT",
      body: [
        "{sender} (has sent|sent|transferred|has transferred) {amount} to you",
        "You(| have|'ve) received {amount} from {sender}",
        "Kamu[ telah] menerima {amount} dari {sender} ke Kantong {place}",
        "Uang masuk {amount} dari {sender} masuk ke Kantong {place}",
      ],
      samples: [
        {
          body: "Kamu menerima Rp50.000 dari AHMAD CONTOH ke Kantong Utama",
          amount: 50_000,
          sender: "AHMAD CONTOH",
        },
        {
          body: "Budi Contoh has sent Rp500.050 to you. Need help? Contact Tanya Jago at 1500 746.",
          amount: 500_050,
          sender: "Budi Contoh",
        },
        { body: "You've received Rp5.000 from GoPay", amount: 5000, sender: "GoPay" },
        {
          body: "Uang Masuk Rp 150.231 dari SITI CONTOH masuk ke Kantong Utama kamu.",
          amount: 150_231,
          sender: "SITI CONTOH",
        },
      ],
    },
    {
      name: "transfer_out",
      type: "DEBIT",
      body: [
        "Kamu telah (melakukan transfer|mentransfer|mengirim|transfer) {amount} ke {receiver}",
        "Kamu telah membayar {amount} ke {receiver}",
        "You(| have|'ve)[ successfully] (transferred|sent|paid) {amount} to {receiver}",
        "(Payment|Transfer) of {amount} to {receiver} was successful",
      ],
      samples: [
        {
          body: "Kamu telah membayar Rp 68.000 ke FamilyMart menggunakan Kantong Jajan.",
          amount: 68_000,
        },
        {
          body: "Kamu telah melakukan transfer Rp50.000 ke BUDI CONTOH. Butuh bantuan? Silakan Tanya Jago di 1500 746.",
          amount: 50_000,
        },
        { body: "You've transferred Rp50.000 to BUDI CONTOH.", amount: 50_000 },
        {
          body: "Payment of Rp210.000 to Listrik Fiksi using Belanja Pocket was successful.",
          amount: 210_000,
        },
      ],
    },
    {
      name: "pocket_move",
      reason: "internal_move",
      body: [
        "{other_money} has been moved (from|to|into|out of) your {text}",
        "You(| have|'ve) moved {other_money} (from|to|into|out of) {text}",
        "{other_money} (telah|sudah|berhasil) dipindahkan dari {text}",
        "Kamu[ telah] (memindahkan|pindahkan) {other_money} {text}",
      ],
      samples: [
        { body: "Rp500.000 telah dipindahkan dari Kantong Utama ke Kantong Belanja" },
        { body: "Kamu telah memindahkan Rp50.000 dari Jajan Kantong ke Belanja Kantong" },
        {
          body: "Rp500.000 has been moved from your Main Pocket Pocket to your GoPay Tabungan Pocket.",
        },
        { body: "You've moved Rp500.000 out of your My Emergency Fund Pocket." },
      ],
    },
  ],
  incoming_sample: {
    title: "Jago",
    body: "{sender} has sent Rp{dots} to you. Need help? Contact Tanya Jago at 1500 746.",
  },
};

export const jago: Bank = {
  code: "JAGO",
  name: "Bank Jago",
  channel_id: "d96a75a6-a5d9-5556-9e09-2592b2f3c5f2",
  number: [12],
  sentence_words: ["jago"],
  account_words: ["jago"],
  mark: { letters: "JAGO", ground: "#5a2a82", ink: "#ffc93c" },
  steps: transferSteps("Bank Jago"),
  apps: [{ app_id: "287e0dc7-921d-5483-b047-dc73591f1564", app_name: "Jago", format: jagoApp }],
  mail: { domains: ["jago.com"] },
};
