import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { transferSteps } from "./steps.ts";

/** No text of Permata is public, so only the general rules read its texts. */
const permataApp: AppFormat = {
  id: "permata",
  name: "Permata",
  other_names: ["PermataMobile X", "PermataMobile", "PermataBank", "Permata ME"],
  packages: ["net.myinfosys.PermataMobileX"],
  kind: "account",
  strangers: "requests",
  rules: [],
  incoming_sample: { title: "Permata", body: "Transfer masuk sebesar Rp{dots} dari {sender}." },
};

export const permata: Bank = {
  code: "PERMATA",
  name: "Permata",
  channel_id: "867b08b6-55ea-5b92-937a-5cdbe6d8117d",
  number: [10],
  sentence_words: ["permata"],
  account_words: [],
  mark: { letters: "P", ground: "#1f7a3d", shape: "M28 4l4 4-4 4-4-4z", shapeInk: "#b6dc5a" },
  steps: transferSteps("Permata"),
  apps: [
    {
      app_id: "acb122ee-7668-5f31-85d6-360139ba2f6d",
      app_name: "PermataMobile X",
      format: permataApp,
    },
  ],
  mail: { domains: ["permatabank.co.id"] },
};
