import type { AppFormat } from "./format.ts";

/** No text of LinkAja is public: only the general rules read it. */
export const linkaja: AppFormat = {
  id: "linkaja",
  name: "LinkAja",
  packages: ["com.telkom.mwallet"],
  kind: "account",
  rules: [],
  incoming_sample: {
    title: "LinkAja",
    body: "Kamu menerima saldo sebesar Rp{dots} dari {sender}.",
  },
};
