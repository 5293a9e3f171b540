import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { transferSteps } from "./steps.ts";

/** No text of Bank Saqu is public, so only the general rules read its texts. */
const saquApp: AppFormat = {
  id: "saqu",
  name: "Bank Saqu",
  packages: ["bjj.bank.digital.indo.prod"],
  kind: "account",
  strangers: "requests",
  rules: [],
  incoming_sample: { title: "Saqu", body: "Transfer masuk sebesar Rp{dots} dari {sender}." },
};

export const saqu: Bank = {
  code: "SAQU",
  name: "Bank Saqu",
  channel_id: "c22f277b-f48a-5215-9ac7-45c6fbaf4e41",
  number: null,
  sentence_words: [],
  account_words: [],
  mark: { letters: "SQ", ground: "#8c2f39" },
  steps: transferSteps("Bank Saqu"),
  apps: [{ app_id: "a023ce9d-f43b-5307-a478-ece107db8f92", format: saquApp }],
};
