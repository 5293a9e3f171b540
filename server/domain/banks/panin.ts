import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { transferSteps } from "./steps.ts";

/** No text of Panin is public, so only the general rules read its texts. */
const paninApp: AppFormat = {
  id: "panin",
  name: "MobilePanin",
  other_names: ["Panin", "PaninBank"],
  packages: ["com.panin.mobilepanin"],
  kind: "account",
  strangers: "requests",
  rules: [],
  incoming_sample: { title: "Panin", body: "Transfer masuk sebesar Rp{dots} dari {sender}." },
};

export const panin: Bank = {
  code: "PANIN",
  name: "Panin",
  channel_id: "23500442-7960-52f7-8682-130f083ba122",
  number: [10],
  sentence_words: ["panin"],
  account_words: ["panin"],
  mark: { letters: "PN", ground: "#12305e" },
  steps: transferSteps("Panin"),
  apps: [{ app_id: "1fbee7ba-8cdc-5dcd-8830-9f71bed23834", format: paninApp }],
};
