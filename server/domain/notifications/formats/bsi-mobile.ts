import type { AppFormat } from "./format.ts";

/** No captured text is public: only the general rules read it. */
export const bsiMobile: AppFormat = {
  id: "bsi_mobile",
  name: "BSI Mobile",
  packages: ["com.bsm.activity2"],
  kind: "account",
  strangers: "remarks",
  rules: [],
  incoming_sample: {
    title: "BSI Mobile",
    body: "Transfer masuk sebesar Rp. {dots},- dari {sender}.",
  },
};
