import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { transferSteps } from "./steps.ts";

/** The wordings in a public test of this app are those that all banks share. */
const aladinApp: AppFormat = {
  id: "aladin",
  name: "Aladin",
  other_names: ["Bank Aladin"],
  packages: ["id.aladinbank.mobile"],
  kind: "account",
  strangers: "requests",
  rules: [],
  incoming_sample: { title: "Aladin", body: "Transfer masuk sebesar Rp{dots} dari {sender}." },
};

export const aladin: Bank = {
  code: "ALADIN",
  name: "Bank Aladin",
  channel_id: "62bf3809-c1ca-5c8d-a11b-2dbb5c0e9935",
  number: null,
  sentence_words: [],
  account_words: [],
  mark: { letters: "AD", ground: "#4a2c83" },
  steps: transferSteps("Bank Aladin"),
  apps: [{ app_id: "a10b4fa8-6297-529a-b398-b8d79937db09", format: aladinApp }],
};
