import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { transferSteps } from "./steps.ts";

/** No text of bank bjb is public, so only the general rules read its texts. */
const bjbApp: AppFormat = {
  id: "bjb",
  name: "DIGI by bank bjb",
  packages: ["gurilap.bjbmobile"],
  kind: "account",
  strangers: "requests",
  rules: [],
  incoming_sample: { title: "bjb", body: "Transfer masuk sebesar Rp{dots} dari {sender}." },
};

export const bjb: Bank = {
  code: "BJB",
  name: "bank bjb",
  channel_id: "a9a0fdfd-55e9-5fdf-ab3b-0b69459771c1",
  number: [13],
  sentence_words: ["bjb"],
  account_words: ["bjb"],
  mark: { letters: "BJB", ground: "#0d5fa6" },
  steps: transferSteps("bank bjb"),
  apps: [{ app_id: "378bb417-b88a-55b2-b891-6e452d4b440d", format: bjbApp }],
};
