import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { transferSteps } from "./steps.ts";

/** No text of Bank Raya is public, so only the general rules read its texts. */
const rayaApp: AppFormat = {
  id: "raya",
  name: "Raya",
  other_names: ["Bank Raya"],
  packages: ["id.co.bankraya.apps"],
  kind: "account",
  strangers: "requests",
  rules: [],
  incoming_sample: { title: "Raya", body: "Transfer masuk sebesar Rp{dots} dari {sender}." },
};

export const raya: Bank = {
  code: "RAYA",
  name: "Bank Raya",
  channel_id: "31327dab-eebd-5876-95c8-b76a4ef39b43",
  number: null,
  sentence_words: [],
  account_words: [],
  mark: { letters: "RY", ground: "#0f4c97" },
  steps: transferSteps("Bank Raya"),
  apps: [{ app_id: "823a5cc4-c8f5-56bb-9481-0d0e77b44f73", format: rayaApp }],
};
