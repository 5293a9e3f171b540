import type { AppFormat } from "./format.ts";

/** No text of OCTO is public: only the general rules read it. */
export const octo: AppFormat = {
  id: "octo",
  name: "OCTO by CIMB Niaga",
  packages: ["id.co.cimbniaga.mobile.android"],
  kind: "account",
  strangers: "requests",
  rules: [],
  incoming_sample: { title: "OCTO", body: "Transfer masuk sebesar Rp{dots} dari {sender}." },
};
