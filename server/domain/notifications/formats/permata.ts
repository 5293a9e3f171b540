import type { AppFormat } from "./format.ts";

/** No text of Permata is public: only the general rules read it. */
export const permata: AppFormat = {
  id: "permata",
  name: "Permata",
  packages: ["net.myinfosys.PermataMobileX"],
  kind: "account",
  strangers: "requests",
  rules: [],
  incoming_sample: { title: "Permata", body: "Transfer masuk sebesar Rp{dots} dari {sender}." },
};
