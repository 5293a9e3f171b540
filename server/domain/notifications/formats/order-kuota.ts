import type { AppFormat } from "./format.ts";

/** No text of Order Kuota is public: only the general rules read it. */
export const orderKuota: AppFormat = {
  id: "order_kuota",
  name: "Order Kuota",
  packages: ["com.orderkuota.app"],
  kind: "merchant",
  strangers: "remarks",
  rules: [],
  incoming_sample: {
    title: "Order Kuota",
    body: "Pembayaran QRIS sebesar Rp{dots} telah diterima",
  },
};
