import type { AppFormat } from "./format.ts";

/** No captured text is public: only the general rules read it. */
export const bniMobile: AppFormat = {
  id: "bni_mobile",
  name: "BNI Mobile Banking",
  packages: ["src.com.bni"],
  kind: "account",
  strangers: "remarks",
  rules: [],
  incoming_sample: {
    title: "BNI Mobile",
    body: "Transfer masuk Rp{dots},- dari {sender} berhasil.",
  },
};
