import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { transferSteps } from "./steps.ts";

/** No captured text is public. This wording comes from a public test. */
const byond: AppFormat = {
  id: "byond",
  name: "BYOND by BSI",
  packages: ["co.id.bankbsi.superapp"],
  kind: "account",
  strangers: "remarks",
  rules: [
    {
      name: "transfer_in",
      type: "CREDIT",
      body: ["Transfer masuk dari {sender} sebesar {amount} ke rekening {account} berhasil"],
      samples: [
        {
          body: "Transfer masuk dari AHMAD CONTOH sebesar Rp 150.231 ke rekening 7000000000 berhasil.",
          amount: 150_231,
          sender: "AHMAD CONTOH",
        },
      ],
    },
  ],
  incoming_sample: {
    title: "BYOND by BSI",
    body: "Transfer masuk dari {sender} sebesar Rp {dots} ke rekening 7000000000 berhasil.",
  },
};

/** No captured text is public, so only the general rules read its texts. */
const bsiMobile: AppFormat = {
  id: "bsi_mobile",
  name: "BSI Mobile",
  packages: ["com.bsm.activity2"],
  kind: "account",
  strangers: "remarks",
  rules: [],
  incoming_sample: {
    title: "BSI Mobile",
    body: "Transfer masuk sebesar Rp. {dots},- dari {sender}.",
  },
};

export const bsi: Bank = {
  code: "BSI",
  name: "BSI",
  channel_id: "e7724010-f731-54d8-b806-07da3b283461",
  number: [10],
  sentence_words: ["bsi"],
  account_words: ["bsi"],
  mark: { letters: "BSI", ground: "#007f77", shape: "M5 19h26v1.6H5z", shapeInk: "#f6b33c" },
  steps: transferSteps("BSI"),
  apps: [
    { app_id: "a218c6b2-388c-5609-8492-c1f4b61e51f3", format: byond },
    { app_id: "f00c0786-9dde-5122-ad5d-38e2dcebef9b", format: bsiMobile },
  ],
  mail: { domains: ["bankbsi.co.id"] },
};
