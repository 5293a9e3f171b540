import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { transferSteps } from "./steps.ts";

/** No text of the app is public, only an SMS in a public test, so only the general rules read its texts. */
const danamonApp: AppFormat = {
  id: "danamon",
  name: "D-Bank PRO",
  other_names: ["Danamon"],
  packages: ["com.dbank.mobile"],
  kind: "account",
  strangers: "requests",
  rules: [],
  incoming_sample: { title: "Danamon", body: "Transfer masuk sebesar Rp{dots} dari {sender}." },
};

export const danamon: Bank = {
  code: "DANAMON",
  name: "Danamon",
  channel_id: "33218881-e4fa-5524-b9ff-8525ad87c7ad",
  number: [10, 12],
  sentence_words: ["danamon"],
  account_words: ["danamon"],
  mark: { letters: "DN", ground: "#e4572e" },
  steps: transferSteps("Danamon"),
  apps: [{ app_id: "81341d38-44d1-5898-9476-b06c947d7bdb", format: danamonApp }],
};
