import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { walletSteps } from "./steps.ts";
import { walletRules } from "./wallet.ts";

/** No text of LinkAja is public, so the app has the rules of every wallet. */
const linkajaApp: AppFormat = {
  id: "linkaja",
  name: "LinkAja",
  packages: ["com.telkom.mwallet"],
  kind: "account",
  strangers: "requests",
  rules: walletRules("LinkAja"),
  incoming_sample: {
    title: "LinkAja",
    body: "Kamu menerima saldo sebesar Rp{dots} dari {sender}.",
  },
};

export const linkaja: Bank = {
  code: "LINKAJA",
  name: "LinkAja",
  channel_id: "36c31ad7-a605-56a9-8ed3-b58fd960a574",
  number: "mobile",
  sentence_words: [],
  account_words: ["linkaja"],
  mark: { letters: "LA", ground: "#c8102e" },
  steps: walletSteps("LinkAja"),
  apps: [{ app_id: "93a381a4-81e6-52a9-942a-7997f95945e8", format: linkajaApp }],
};
