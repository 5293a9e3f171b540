import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { transferSteps } from "./steps.ts";

/** No text of Maybank is public, so only the general rules read its texts. */
const maybankApp: AppFormat = {
  id: "maybank",
  name: "M2U ID",
  other_names: ["Maybank", "Maybank2u"],
  packages: ["id.com.uiux.mobile"],
  kind: "account",
  strangers: "requests",
  rules: [],
  incoming_sample: { title: "Maybank", body: "Transfer masuk sebesar Rp{dots} dari {sender}." },
};

export const maybank: Bank = {
  code: "MAYBANK",
  name: "Maybank",
  channel_id: "b43663b2-3543-5ede-907a-3ca78fd9be69",
  number: [10],
  sentence_words: ["maybank"],
  account_words: ["maybank"],
  mark: { letters: "MB", ground: "#17171a" },
  steps: transferSteps("Maybank"),
  apps: [{ app_id: "c71ead74-0755-50e4-b85a-b53279308ba2", format: maybankApp }],
  mail: { domains: ["maybank.co.id"] },
};
