import type { AppFormat } from "./format.ts";
import { walletRules } from "./wallet.ts";

/** No text of LinkAja is public, so it has the rules of every wallet. */
export const linkaja: AppFormat = {
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
