import type { SimilarityReason } from "../../base/generated/types.gen.ts";
import type { TextsFor } from "../../base/texts/texts-for.ts";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { textsOf } from "../../base/texts/texts-of.ts";

/** The texts that explain why a transfer and an invoice are similar. */
const id = {
  otherSender: (sender: string, customer: string) =>
    `Namanya berbeda: pengirim ${sender}, pelanggan ${customer}.`,
  similarity: {
    exact_total: () => "Jumlahnya persis sama dengan total.",
    unique_amount_left_off: ({ unique_amount }) =>
      `Pelanggan lupa menambahkan kode unik ${formatRupiah(unique_amount)}.`,
    twice_the_total: () => "Jumlahnya dua kali total.",
    fee_subtracted: ({ fee }) => `Jumlahnya sudah dipotong biaya ${formatRupiah(fee)}.`,
    digits_swapped: ({ total }) => `Dua angka dari ${formatRupiah(total)} tertukar.`,
    rounded: ({ total, step }) =>
      `Total ${formatRupiah(total)} dibulatkan ke kelipatan ${formatRupiah(step)}.`,
    one_digit_differs: ({ total }) => `Satu angka berbeda dari ${formatRupiah(total)}.`,
    less_than_the_total: ({ difference, total }) =>
      `Kurang ${formatRupiah(difference)} dari total ${formatRupiah(total)}.`,
    more_than_the_total: ({ difference, total }) =>
      `Lebih ${formatRupiah(difference)} dari total ${formatRupiah(total)}.`,
    together_with: ({ payment_code }) =>
      `Jumlahnya persis sama dengan tagihan ini ditambah ${payment_code} dari pelanggan yang sama.`,
    rest_of_the_total: ({ received }) =>
      `Jumlahnya persis sama dengan kekurangan setelah ${formatRupiah(received)} yang sudah masuk.`,
    former_total: () =>
      "Jumlahnya persis sama dengan total tagihan ini sebelum pelanggan memilih cara bayar lain.",
    same_name: () => "Nama pengirim sama dengan nama pelanggan.",
    similar_name: ({ sender, customer }) => `Pengirim ${sender} mirip pelanggan ${customer}.`,
    before_invoice: () => "Transfer masuk sebelum tagihan dibuat.",
    after_deadline: () => "Transfer masuk setelah batas waktu.",
    within_an_hour: () => "Transfer masuk dalam satu jam sejak tagihan dibuat.",
    within_a_day: () => "Transfer masuk dalam satu hari sejak tagihan dibuat.",
    invoice_paid: () => "Tagihan ini sudah lunas.",
    invoice_expired: () => "Tagihan ini sudah kedaluwarsa.",
    invoice_cancelled: () => "Tagihan ini sudah dibatalkan.",
    another_account: () => "Tagihan ini memakai rekening lain, bukan rekening yang menerima uang.",
  } as TextsFor<SimilarityReason>,
};

const en: typeof id = {
  otherSender: (sender, customer) => `The names differ: sender ${sender}, customer ${customer}.`,
  similarity: {
    exact_total: () => "Exactly the total.",
    unique_amount_left_off: ({ unique_amount }) =>
      `The unique amount of ${formatRupiah(unique_amount)} was left off.`,
    twice_the_total: () => "Twice the total.",
    fee_subtracted: ({ fee }) => `A fee of ${formatRupiah(fee)} was subtracted.`,
    digits_swapped: ({ total }) => `Two digits of ${formatRupiah(total)} were swapped.`,
    rounded: ({ total, step }) =>
      `The total of ${formatRupiah(total)} was rounded to a multiple of ${formatRupiah(step)}.`,
    one_digit_differs: ({ total }) => `One digit differs from ${formatRupiah(total)}.`,
    less_than_the_total: ({ difference, total }) =>
      `${formatRupiah(difference)} less than the total of ${formatRupiah(total)}.`,
    more_than_the_total: ({ difference, total }) =>
      `${formatRupiah(difference)} more than the total of ${formatRupiah(total)}.`,
    together_with: ({ payment_code }) =>
      `Exactly the sum of this invoice and ${payment_code} of the same customer.`,
    rest_of_the_total: ({ received }) =>
      `Exactly the amount still missing after ${formatRupiah(received)} was received.`,
    former_total: () =>
      "Exactly the total of this invoice before its customer chose another way to pay.",
    same_name: () => "The sender has the customer's name.",
    similar_name: ({ sender, customer }) =>
      `The sender's name ${sender} resembles the customer's name ${customer}.`,
    before_invoice: () => "The transfer arrived before the invoice was created.",
    after_deadline: () => "The transfer arrived after the deadline.",
    within_an_hour: () => "The transfer arrived within an hour of the invoice.",
    within_a_day: () => "The transfer arrived within a day of the invoice.",
    invoice_paid: () => "The invoice is already paid.",
    invoice_expired: () => "The invoice has expired.",
    invoice_cancelled: () => "The invoice was cancelled.",
    another_account: () =>
      "The invoice names a different account from the one that received the money.",
  },
};

export const similarityTexts = textsOf({ id, en });
