import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { transferSteps } from "./steps.ts";

/** No text of Krom is public, so only the general rules read its texts. */
const kromApp: AppFormat = {
  id: "krom",
  name: "Krom",
  other_names: ["Krom Bank"],
  packages: ["com.krom.android"],
  kind: "account",
  strangers: "requests",
  rules: [],
  incoming_sample: { title: "Krom", body: "Transfer masuk sebesar Rp{dots} dari {sender}." },
};

export const krom: Bank = {
  code: "KROM",
  name: "Krom",
  channel_id: "a6117d24-c926-5383-bebc-6ea2ed989d10",
  number: null,
  sentence_words: [],
  account_words: [],
  mark: { letters: "KR", ground: "#6a35d1" },
  steps: transferSteps("Krom"),
  apps: [{ app_id: "d57694ce-8202-5a23-827a-ecf58c0a6f02", format: kromApp }],
};
