import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { transferSteps } from "./steps.ts";

/** No text of Bank Mega is public, so only the general rules read its texts. */
const megaApp: AppFormat = {
  id: "mega",
  name: "M-Smile",
  other_names: ["Bank Mega"],
  packages: ["com.bankmega.megamobile"],
  kind: "account",
  strangers: "requests",
  rules: [],
  incoming_sample: { title: "Bank Mega", body: "Transfer masuk sebesar Rp{dots} dari {sender}." },
};

export const mega: Bank = {
  code: "MEGA",
  name: "Bank Mega",
  channel_id: "d88504d3-f405-53ca-a998-44bada65e405",
  number: [15],
  sentence_words: ["mega"],
  account_words: ["mega"],
  mark: { letters: "MG", ground: "#b8860b" },
  steps: transferSteps("Bank Mega"),
  apps: [{ app_id: "78ff0846-ae53-5ac6-9d1c-d94e8dade209", format: megaApp }],
};
