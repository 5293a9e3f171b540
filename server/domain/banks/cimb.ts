import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { transferSteps } from "./steps.ts";

/** No text of OCTO is public, so only the general rules read its texts. */
const octo: AppFormat = {
  id: "octo",
  name: "OCTO by CIMB Niaga",
  packages: ["id.co.cimbniaga.mobile.android"],
  kind: "account",
  strangers: "requests",
  rules: [],
  incoming_sample: { title: "OCTO", body: "Transfer masuk sebesar Rp{dots} dari {sender}." },
};

export const cimb: Bank = {
  code: "CIMB",
  name: "CIMB Niaga",
  channel_id: "e2554907-780b-5c9e-987f-c45332e84506",
  number: [12, 13, 14],
  sentence_words: ["cimb", "niaga"],
  account_words: [],
  mark: { letters: "CIMB", ground: "#8f1220" },
  steps: transferSteps("CIMB Niaga"),
  apps: [{ app_id: "6db62f15-a50e-53c3-88f4-bea88c242430", app_name: "OCTO Mobile", format: octo }],
  mail: { domains: ["cimbniaga.co.id"] },
};
