import type { AppFormat } from "./format.ts";
import { gopay } from "./gopay.ts";

/**
 * GoPay inside Gojek, where drivers and other customers chat. The titles are those that were seen over news of GoPay; where a
 * merchant can choose, GoPay's own app is the safer one to watch.
 */
export const gojek: AppFormat = {
  ...gopay,
  id: "gojek",
  name: "Gojek",
  packages: ["com.gojek.app"],
  strangers: "messages",
  own_titles: ["GoPay", "Transfer masuk", "Pembayaran diterima"],
};
