import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { qrisSteps } from "./steps.ts";

/** The payer's name follows the amount after a space, and the issuer follows the name. */
const interactiveQris: AppFormat = {
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

/** No text of Order Kuota is public, so only the general rules read its texts. */
const orderKuota: AppFormat = {
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

export const qris: Bank = {
  code: "QRIS",
  name: "QRIS",
  channel_id: "e240c24d-11cc-569e-92a8-1ddf6cd56642",
  number: null,
  sentence_words: [],
  account_words: [],
  mark: {
    letters: "QRIS",
    ground: "#fff",
    ink: "#1c1e21",
    shape: "M3 3h5v1.4H4.4V8H3zM33 21h-5v-1.4h3.6V16H33z",
    shapeInk: "#e02b33",
  },
  steps: qrisSteps,
  apps: [
    { app_id: "1a421dce-1152-5830-af87-7ac1892ebc78", format: interactiveQris },
    { format: orderKuota },
  ],
};
