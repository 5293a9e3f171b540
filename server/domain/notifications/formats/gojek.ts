import type { AppFormat } from "./format.ts";
import { gopay } from "./gopay.ts";

/**
 * GoPay inside Gojek, where drivers and other customers chat. The titles are those that were seen above GoPay's
 * notifications. If a merchant can choose, it is safer to watch GoPay's own app.
 */
export const gojek: AppFormat = {
  ...gopay,
  id: "gojek",
  name: "Gojek",
  packages: ["com.gojek.app"],
  strangers: "messages",
  own_titles: ["GoPay", "Transfer masuk", "Pembayaran diterima"],
};
