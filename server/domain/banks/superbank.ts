import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { transferSteps } from "./steps.ts";

/** No text of Superbank is public, so only the general rules read its texts. */
const superbankApp: AppFormat = {
  id: "superbank",
  name: "Superbank",
  packages: ["id.co.bankfama.android"],
  kind: "account",
  strangers: "requests",
  rules: [],
  incoming_sample: { title: "Superbank", body: "Kamu menerima transfer Rp{dots} dari {sender}." },
};

export const superbank: Bank = {
  code: "SUPERBANK",
  name: "Superbank",
  channel_id: "afaab53f-a73b-561d-bff1-21ad9b1c7ad7",
  number: [12],
  sentence_words: [],
  account_words: [],
  mark: { letters: "SB", ground: "#16181d", ink: "#c8f542" },
  steps: transferSteps("Superbank"),
  apps: [{ app_id: "65904d4b-48de-5712-b5b1-6fe32c107daa", format: superbankApp }],
};
