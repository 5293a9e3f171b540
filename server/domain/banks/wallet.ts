import type { TransactionRule } from "./format.ts";
import { of, received } from "./phrases.ts";

/** Wordings that wallets share, each with the wallet's name. */
export function walletRules(wallet: string): TransactionRule[] {
  return [topUpRule(wallet), qrisRule(wallet)];
}

/**
 * Reads money that the reader put into the wallet. In a bank's app, "Top up GoPay Rp100.000 berhasil" is outgoing
 * money. The rule therefore belongs to each wallet and is not general.
 */
function topUpRule(wallet: string): TransactionRule {
  const topUp = `(Top up|Top-up|Top up saldo|Isi saldo|Pengisian saldo|Tambah dana)[ ${wallet}]`;
  const yours = "[ (kamu|Anda)]";
  const balance = `[(saldo|dompet) ]${wallet}[-mu]${yours}`;
  const added = "(telah|berhasil|telah berhasil) ditambahkan ke";
  return {
    name: "top_up",
    type: "CREDIT",
    body: [
      `${topUp}[ (sebesar|senilai)] {amount}[ ke ${balance}]${yours}[ (dari|via|melalui) {channel}][ (telah|sudah)] berhasil[ (dilakukan|masuk)]`,
      `${topUp}[ (sebesar|senilai)] {amount} (dari|via|melalui) {sender}[,] (telah|sudah) berhasil`,
      `Berhasil (top up|top-up|isi|tambah) (saldo|saldo ${wallet}|${wallet}) {amount} (dari|via|melalui) {sender}`,
      `${topUp}[ (sebesar|senilai)] {amount}[ dari {channel}] ${added} ${balance}[. Saldo saat ini[ sebesar] {other_money}]`,
      `${topUp} berhasil[.] {amount} masuk ke ${balance}`,
      `${topUp} berhasil. Saldo sebesar {amount} telah ditambahkan`,
      `{amount} ${added} ${balance}`,
      "Your top up request of {amount} is successful[ and your current balance is {other_money}]",
    ],
    samples: [
      {
        title: wallet,
        body: `Top-up berhasil Rp 100.000 masuk ke ${wallet} Anda`,
        amount: 100_000,
      },
      {
        title: wallet,
        body: "Top up berhasil. Saldo sebesar Rp 100.000 telah ditambahkan.",
        amount: 100_000,
      },
      {
        title: wallet,
        body: "Your Top up request of Rp10.000 is successful and your current balance is Rp10.050.",
        amount: 10_000,
      },
      { title: wallet, body: `Top up ${wallet} Rp100.000 dari BCA berhasil!`, amount: 100_000 },
      {
        title: wallet,
        body: "Isi saldo sebesar Rp100.000 melalui BANK BRI, telah berhasil",
        amount: 100_000,
        sender: "BANK BRI",
      },
      {
        title: wallet,
        body: "Berhasil top up saldo Rp20.000 dari BRI BANK RAKYAT INDONESIA. Lihat detailnya di sini!",
        amount: 20_000,
        sender: "BRI BANK RAKYAT INDONESIA",
      },
      {
        title: wallet,
        body: `Isi saldo Rp 50.000 berhasil ditambahkan ke ${wallet}.`,
        amount: 50_000,
      },
      {
        title: wallet,
        body: `Rp25.000 telah ditambahkan ke saldo ${wallet} kamu.`,
        amount: 25_000,
      },
      {
        title: wallet,
        body: `Pengisian saldo sebesar Rp.10.000 telah ditambahkan ke ${wallet}-mu. Saldo saat ini sebesar Rp.19.259`,
        amount: 10_000,
      },
    ],
  };
}

/** Reads a payment to a wallet that is shown as a QRIS code. */
function qrisRule(wallet: string): TransactionRule {
  return {
    name: "qris_in",
    type: "CREDIT",
    body: [
      `[${wallet}[ Bisnis][:] ](Pembayaran QRIS|QRIS|Transaksi QRIS)${of} {amount} ${received}`,
      `[${wallet}[ Bisnis][:] ](Pembayaran QRIS|QRIS|Transaksi QRIS) ${received}[:]${of} {amount}`,
    ],
    samples: [
      { title: wallet, body: "Pembayaran QRIS Rp25.037 berhasil diterima", amount: 25_037 },
      { title: wallet, body: `${wallet}: Pembayaran QRIS Rp33.000 diterima.`, amount: 33_000 },
      { title: wallet, body: `${wallet}: Pembayaran QRIS diterima Rp33.000`, amount: 33_000 },
    ],
  };
}
