import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { transferSteps } from "./steps.ts";

/** No text of OCBC is public: only the general rules read it. */
const ocbcApp: AppFormat = {
  id: "ocbc",
  name: "OCBC mobile",
  other_names: ["OCBC NISP", "ONe Mobile"],
  packages: ["com.ocbcnisp.onemobileapp"],
  kind: "account",
  strangers: "requests",
  rules: [],
  incoming_sample: { title: "OCBC", body: "Transfer masuk sebesar Rp{dots} dari {sender}." },
};

export const ocbc: Bank = {
  code: "OCBC",
  name: "OCBC",
  channel_id: "d6881044-a5d7-57aa-acfa-bd66e7592588",
  number: [12],
  sentence_words: ["ocbc"],
  account_words: ["ocbc"],
  mark: { letters: "OC", ground: "#c8102e" },
  steps: transferSteps("OCBC"),
  apps: [{ app_id: "f87c6e5e-9e4b-51bb-a4d2-c468e2d536cb", format: ocbcApp }],
  mail: { domains: ["ocbc.id", "ocbcnisp.com"] },
};
