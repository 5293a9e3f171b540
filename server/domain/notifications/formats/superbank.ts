import type { AppFormat } from "./format.ts";

/** No text of Superbank is public: only the general rules read it. */
export const superbank: AppFormat = {
  id: "superbank",
  name: "Superbank",
  packages: ["id.co.bankfama.android"],
  kind: "account",
  strangers: "requests",
  rules: [],
  incoming_sample: { title: "Superbank", body: "Kamu menerima transfer Rp{dots} dari {sender}." },
};
