import type { AppFormat } from "./format.ts";

/** No captured text is public: this wording comes from a public test. */
export const byond: AppFormat = {
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
