import type { AppFormat } from "./format.ts";

/** No captured text is public: only the general rules read it. */
export const livinMerchant: AppFormat = {
  id: "livin_merchant",
  name: "Livin' Merchant",
  packages: ["id.bmri.livinmerchant"],
  kind: "merchant",
  strangers: "remarks",
  rules: [],
  incoming_sample: { title: "Livin' Merchant", body: "Dana masuk Rp{dots} dari {sender}" },
};
