import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { transferSteps } from "./steps.ts";

/** No text of BTN is public, so only the general rules read its texts. */
const btnApp: AppFormat = {
  id: "btn",
  name: "bale by BTN",
  other_names: ["BTN Mobile"],
  packages: ["id.co.btn.mobilebanking.android"],
  kind: "account",
  strangers: "requests",
  rules: [],
  incoming_sample: { title: "BTN", body: "Transfer masuk sebesar Rp{dots} dari {sender}." },
};

export const btn: Bank = {
  code: "BTN",
  name: "BTN",
  channel_id: "9b6094db-b927-5543-aefc-e25322f07f45",
  number: [16],
  sentence_words: ["btn"],
  account_words: ["btn"],
  mark: { letters: "BTN", ground: "#0a4d8c" },
  steps: transferSteps("BTN"),
  apps: [{ app_id: "784c0f12-4657-5d2f-a3bd-1c1d513f9402", format: btnApp }],
};
