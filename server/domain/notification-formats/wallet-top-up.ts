import type { TransactionRule } from "./format.ts";

/**
 * Money that the reader put into the wallet. In a bank's app "Top up GoPay Rp100.000 berhasil" is money out,
 * so this is a rule of each wallet and not a general one.
 */
export function walletTopUpRule(wallet: string): TransactionRule {
  const topUp = `(Top up|Top-up|Isi saldo|Pengisian saldo|Tambah dana)[ ${wallet}]`;
  const yours = "[ (kamu|Anda)]";
  const balance = `[(saldo|dompet) ]${wallet}[-mu]${yours}`;
  const added = "(telah|berhasil|telah berhasil) ditambahkan ke";
  return {
    name: "top_up",
    type: "CREDIT",
    body: [
      `${topUp}[ (sebesar|senilai)] {amount}[ ke ${balance}]${yours}[ (dari|via|melalui) {channel}][ (telah|sudah)] berhasil[ dilakukan]`,
      `${topUp}[ (sebesar|senilai)] {amount}[ dari {channel}] ${added} ${balance}[. Saldo saat ini[ sebesar] {other_money}]`,
      `${topUp} berhasil[.] {amount} masuk ke ${balance}`,
      `${topUp} berhasil. Saldo sebesar {amount} telah ditambahkan`,
      `{amount} ${added} ${balance}`,
      "Your top up request of {amount} is successful[ and your current balance is {other_money}]",
    ],
    samples: [
      { body: `Top-up berhasil Rp 100.000 masuk ke ${wallet} Anda`, amount: 100_000 },
      { body: "Top up berhasil. Saldo sebesar Rp 100.000 telah ditambahkan.", amount: 100_000 },
      {
        body: "Your Top up request of Rp10.000 is successful and your current balance is Rp10.050.",
        amount: 10_000,
      },
      { body: `Top up ${wallet} Rp100.000 dari BCA berhasil!`, amount: 100_000 },
      { body: `Isi saldo Rp 50.000 berhasil ditambahkan ke ${wallet}.`, amount: 50_000 },
      { body: `Rp25.000 telah ditambahkan ke saldo ${wallet} kamu.`, amount: 25_000 },
      {
        body: `Pengisian saldo sebesar Rp.10.000 telah ditambahkan ke ${wallet}-mu. Saldo saat ini sebesar Rp.19.259`,
        amount: 10_000,
      },
    ],
  };
}
