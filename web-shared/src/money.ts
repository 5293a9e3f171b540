/** Whole rupiah as Indonesians write them, whatever the language of the page: `Rp150.123`. */
export const formatRupiah = (amount: number): string =>
  `Rp${String(amount).replaceAll(/\B(?=(?:\d{3})+$)/gu, ".")}`;
