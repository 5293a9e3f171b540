import type { OtherRule, TransactionRule } from "../../banks/format.ts";
import { arrived, done, from, just, of, on, received, you } from "../../banks/phrases.ts";

/**
 * A merchant's app reports sales, and payouts to the merchant's bank. A payment that "was received" therefore needs
 * no payer here. Money that "came into the account" is the sum of sales that are already counted.
 */
export const generalMerchantRules: readonly (TransactionRule | OtherRule)[] = [
  {
    name: "sale",
    type: "CREDIT",
    body: [
      `(Pembayaran|Pembayaran QRIS|Transaksi QRIS)${of} {amount}[ ${from}]${on} ${received}[ ${from}]`,
      `(Pembayaran|Pembayaran QRIS) ${from}${of} {amount}${on} ${received}`,
      `(Transfer|Dana|Uang|Pembayaran|Pembayaran QRIS) masuk[:]${of} {amount} ${from}${on}${done}`,
      `${you}${just} (menerima|terima)[ (pembayaran|pembayaran QRIS)]${of} {amount} ${from}${on}`,
      `${you}${just} (menerima|terima) (pembayaran|pembayaran QRIS)${of} {amount}${on}`,
      `{amount} ${received} ${from}`,
    ],
    samples: [
      {
        body: "Pembayaran QRIS dari SITI CONTOH sebesar Rp7.500 telah diterima",
        amount: 7500,
        sender: "SITI CONTOH",
      },
      { body: "Kamu menerima Rp 75.000 dari pelanggan", amount: 75_000, sender: "pelanggan" },
      { body: "Rp8.000 berhasil diterima dari SITI CONTOH", amount: 8000, sender: "SITI CONTOH" },
      { body: "Pembayaran QRIS sebesar Rp150.000 berhasil diterima", amount: 150_000 },
      { body: "Dana masuk Rp10.000 dari BUDI", amount: 10_000, sender: "BUDI" },
      { body: "Kamu menerima pembayaran Rp10.000", amount: 10_000 },
    ],
  },
  {
    name: "payout",
    reason: "settlement",
    body: [
      `[(Dana|Saldo)${of} ]{other_money}${arrived} (masuk|ditransfer|dikirim|dicairkan|cair) ke (rekening|rek) {text}`,
      "(Pencairan|Penarikan|Settlement) {text}",
    ],
    samples: [
      { title: "Dana cair", body: "Rp1.250.123 sudah masuk ke rekening BCA kamu." },
      { body: "Dana Rp1.250.123 telah ditransfer ke rekening BCA kamu." },
      { body: "Pencairan dana Rp1.250.123 ke rekening BCA berhasil." },
    ],
  },
];
