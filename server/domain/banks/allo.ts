import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { transferSteps } from "./steps.ts";

/** No text of Allo Bank is public, so only the general rules read its texts. */
const alloApp: AppFormat = {
  id: "allo",
  name: "Allo Bank",
  packages: ["com.alloapp.yump"],
  kind: "account",
  strangers: "requests",
  rules: [],
  incoming_sample: { title: "Allo", body: "Transfer masuk sebesar Rp{dots} dari {sender}." },
};

export const allo: Bank = {
  code: "ALLO",
  name: "Allo Bank",
  channel_id: "4a521750-e5f8-5dd8-9f26-b93979195956",
  number: null,
  sentence_words: [],
  account_words: [],
  mark: { letters: "AL", ground: "#8a4b00" },
  steps: transferSteps("Allo Bank"),
  apps: [{ app_id: "68139513-c844-55e6-bef6-0a7143605701", format: alloApp }],
};
