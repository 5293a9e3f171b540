import type { AppFormat } from "./format.ts";
import { shopeepay } from "./shopeepay.ts";

/**
 * ShopeePay inside Shopee, where buyers and sellers chat, comment and review. The titles are those that were seen above
 * ShopeePay's notifications. If a merchant can choose, it is safer to watch ShopeePay's own app.
 */
export const shopee: AppFormat = {
  ...shopeepay,
  id: "shopee",
  name: "Shopee",
  packages: ["com.shopee.id"],
  strangers: "messages",
  own_titles: ["ShopeePay", "Isi Saldo Berhasil", "Pembayaran Berhasil"],
};
