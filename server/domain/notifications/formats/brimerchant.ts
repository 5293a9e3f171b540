import type { AppFormat } from "./format.ts";

/** No captured text is public: these wordings come from a public test. */
export const brimerchant: AppFormat = {
  id: "brimerchant",
  name: "BRImerchant",
  packages: ["id.co.bri.merchant"],
  kind: "merchant",
  strangers: "remarks",
  rules: [
    {
      name: "qris_in",
      type: "CREDIT",
      body: ["Pembayaran QRIS sebesar {amount}[ telah] berhasil diterima"],
      samples: [{ body: "Pembayaran QRIS sebesar Rp150.000 berhasil diterima", amount: 150_000 }],
    },
    {
      name: "qris_in_short",
      type: "CREDIT",
      title: ["Pembayaran[ QRIS] Diterima"],
      body: ["QRIS[ sebesar] {amount}[ telah] berhasil"],
      samples: [{ title: "Pembayaran Diterima", body: "QRIS Rp150.000 berhasil", amount: 150_000 }],
    },
  ],
  incoming_sample: {
    title: "Pembayaran Diterima",
    body: "Pembayaran QRIS sebesar Rp{dots} berhasil diterima",
  },
};
