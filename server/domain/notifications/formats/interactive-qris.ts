import type { AppFormat } from "./format.ts";

/** The payer's name follows the amount after a space, and then the issuer. */
export const interactiveQris: AppFormat = {
  id: "interactive_qris",
  name: "InterActive QRIS",
  packages: ["com.interactive.qrisid"],
  kind: "merchant",
  strangers: "remarks",
  rules: [
    {
      name: "qris_in",
      type: "CREDIT",
      body: ["Pembayaran QRIS sebesar {amount} {sender} - {place}[ telah] diterima"],
      samples: [
        {
          title: "Transaksi InterActive QRIS",
          body: "Pembayaran QRIS sebesar Rp 1 Sample Sender - Sample Source telah diterima",
          amount: 1,
          sender: "Sample Sender",
        },
      ],
    },
  ],
  incoming_sample: {
    title: "Transaksi InterActive QRIS",
    body: "Pembayaran QRIS sebesar Rp {dots} {sender} - GOPAY telah diterima",
  },
};
