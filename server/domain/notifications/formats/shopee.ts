import type { AppFormat } from "./format.ts";
import { shopeepay } from "./shopeepay.ts";

/**
 * ShopeePay inside the marketplace, where buyers and sellers chat, comment and review. The titles are those that were seen over
 * news of ShopeePay; where a merchant can choose, ShopeePay's own app is the safer one to watch.
 */
export const shopee: AppFormat = {
  ...shopeepay,
  id: "shopee",
  name: "Shopee",
  packages: ["com.shopee.id"],
  strangers: "messages",
  own_titles: ["ShopeePay", "Isi Saldo Berhasil", "Pembayaran Berhasil"],
};
