import type { TransactionRule } from "../../banks/format.ts";
import { banks } from "../../banks/index.ts";
import { arrived, done, from, just, of, on, received, via, you } from "../../banks/phrases.ts";

const balance = "Saldo[ (akhir|Anda|kamu|rekening)][:] {other_money}[.] [setelah ]";
const heading = "[(Transfer masuk|Dana masuk|Uang masuk|Money in|m-Transfer)(:|!) ]";
const money =
  "(dana|uang|saldo|kiriman|kiriman uang|transfer|transfer masuk|transfer dana|transfer saldo|" +
  "transfer real-time|transfer BI-FAST|dana transfer masuk|pembayaran|pembayaran QRIS)";
const wallets = banks.filter(({ number }) => number === "mobile");
const wallet = `(${wallets.map(({ name }) => name).join("|")})`;
const toAccount =
  "[ ke ((rekening|rek.|rek|no. rek)[ (Anda|kamu)][ {account}]|" +
  `(saldo|akun|dompet) ${wallet}[ (Anda|kamu)])]`;

/**
 * Wordings that Indonesian banks and wallets share. These rules come after an app's own rules and, like those, apply
 * only to known packages.
 */
export const generalIncomingRules: readonly TransactionRule[] = [
  {
    name: "transfer_in",
    type: "CREDIT",
    body: [
      `[${balance}][Mutasi rekening: ][Ada ](Transfer|Dana|Uang|Saldo|Kredit|Pembayaran|Pembayaran QRIS) masuk[:]${of} {bare_amount}[.][ ${from}]${toAccount}${on}${done}`,
      `[${balance}](Transfer|Dana|Uang) masuk${of} {bare_amount}${toAccount} ${from}${on}${done}`,
      `[${balance}](Transfer|Dana|Uang|Pembayaran) masuk ${from}${of} {amount}${toAccount}${on}${done}`,
    ],
    samples: [
      { body: "Transfer masuk Rp150.123 dari BUDI CONTOH", amount: 150_123, sender: "BUDI CONTOH" },
      {
        body: "Mutasi rekening: dana masuk sebesar Rp2.000.000. Saldo Rp8.000.000",
        amount: 2_000_000,
      },
      {
        body: "Saldo Rp1.200.000. Transfer masuk Rp50.000 dari ANI",
        amount: 50_000,
        sender: "ANI",
      },
      { body: "Transfer masuk sebesar 20.000,00. dari TOKO 1", amount: 20_000, sender: "TOKO 1" },
      {
        body: "Dana masuk Rp 100.000 ke rekening 1234567890 dari SITI",
        amount: 100_000,
        sender: "SITI",
      },
      {
        body: "Transfer masuk dari AHMAD CONTOH sebesar Rp 150.231 ke rekening 7000000000 berhasil.",
        amount: 150_231,
        sender: "AHMAD CONTOH",
      },
    ],
  },
  {
    name: "you_received",
    type: "CREDIT",
    body: [
      `${you}${just} (menerima|terima)[ (${money}[ ${wallet}]|${wallet})]${of} {amount}[ ${from}]${toAccount}${via}${on}`,
      `${you}${just} (menerima|terima) ${money} ${from}${of} {amount}${toAccount}${on}`,
      `${you}${just} (dapat|mendapat|mendapatkan) (kiriman|kiriman uang|transfer)${of} {amount} ${from}${on}`,
    ],
    samples: [
      { body: "Anda menerima Rp 500.000 dari BUDI CONTOH", amount: 500_000, sender: "BUDI CONTOH" },
      { body: "Anda menerima transfer Rp 75.000 via DANA", amount: 75_000 },
      {
        body: "Kamu menerima transfer dari SITI CONTOH sebesar Rp75.105.",
        amount: 75_105,
        sender: "SITI CONTOH",
      },
      { body: "Kamu mendapatkan kiriman uang Rp50.000 dari Budi.", amount: 50_000, sender: "Budi" },
    ],
  },
  {
    name: "money_arrived",
    type: "CREDIT",
    body: [
      `(Dana|Uang)${of} {amount}${on} ${received}`,
      `${heading}(Dana|Uang|Transfer)${of} {amount}[ ${from}]${arrived} masuk ke (rekening|rek.|rek)[ (Anda|kamu)][ {account}]${on}`,
      `(Dana|Uang|Transfer)${of} {amount}[ ${from}]${arrived} masuk ke (rekeningmu|saldomu)${on}`,
      `${heading}[(Dana|Uang)${of} ]{amount} ${from} (telah|sudah|udah|berhasil|telah berhasil) (masuk|diterima)[ ke {place}]`,
      `{amount}${arrived} (masuk|diterima) ${from}`,
      `(Setoran|Setoran tunai|Setoran/Transfer masuk|Dana|Transfer)${of} {amount} telah dikreditkan ke (rekening|rek)[ (Anda|kamu)][ {account}]`,
      `(Rekening|Rek|Rek.)[ (Anda|kamu)][ {account}][ telah] dikredit${of} {amount}[ ${from}]${on}`,
    ],
    samples: [
      {
        body: "Transfer Masuk: Dana Rp 200.000 dari BUDI CONTOH telah masuk",
        amount: 200_000,
        sender: "BUDI CONTOH",
      },
      { body: "Dana Rp50.000 masuk ke rekening Anda 1234567890", amount: 50_000 },
      { body: "Dana Rp 100.000 diterima", amount: 100_000 },
      { body: "Rp 1.500.000 diterima dari Budi Contoh", amount: 1_500_000, sender: "Budi Contoh" },
      {
        body: "Rp150.123 dari BUDI CONTOH telah masuk ke Saldo Aktif kamu.",
        amount: 150_123,
        sender: "BUDI CONTOH",
      },
      {
        body: "Dana sebesar Rp10.000 dari BUDI telah masuk ke rekeningmu.",
        amount: 10_000,
        sender: "BUDI",
      },
      { body: "Setoran sebesar Rp 500.000 telah dikreditkan ke rekening Anda", amount: 500_000 },
      { body: "Rek. 1234567890 dikredit Rp150.123 dari BUDI", amount: 150_123, sender: "BUDI" },
    ],
  },
  {
    name: "payment_received",
    type: "CREDIT",
    body: [
      `(Pembayaran|Pembayaran QRIS|Transfer|Dana|Uang)${of} {amount} ${from}${on} ${received}`,
      `(Pembayaran|Pembayaran QRIS|Transfer|Dana|Uang) ${from}${of} {amount}${on} ${received}`,
      `(Pembayaran|Pembayaran QRIS|QRIS|Transfer|Dana|Uang)${of} {amount} ${received} ${from}${on}`,
    ],
    samples: [
      {
        body: "Pembayaran QRIS dari SITI CONTOH sebesar Rp7.500 telah diterima",
        amount: 7500,
        sender: "SITI CONTOH",
      },
      {
        body: "Transfer Rp150.123 dari BUDI CONTOH berhasil diterima.",
        amount: 150_123,
        sender: "BUDI CONTOH",
      },
      { body: "Dana Rp 103.433 diterima dari TOKO ABC", amount: 103_433, sender: "TOKO ABC" },
    ],
  },
  {
    name: "received_in_english",
    type: "CREDIT",
    body: [
      "You(| have|'ve)[ just] received[ (a transfer of|a payment of|money)] {amount}[ from {sender}][ on {when}]",
      "Incoming transfer[ of][:] {amount}[ from {sender}][ on {when}]",
    ],
    samples: [
      { body: "You've received Rp5.000 from GoPay", amount: 5000, sender: "GoPay" },
      {
        body: "Incoming transfer of IDR 75.000 from BUDI CONTOH",
        amount: 75_000,
        sender: "BUDI CONTOH",
      },
    ],
  },
];
