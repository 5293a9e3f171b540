import type { Delivery } from "../../base/generated/types.gen.ts";
import { webhooksTexts as t } from "./webhooks-texts.ts";

type DeliveryStatus = Delivery["delivery_status"];

const tones: Readonly<Record<DeliveryStatus, string>> = {
  PENDING: "",
  RETRYING: "warning",
  SUCCESS: "good",
  FAILED: "bad",
};

export const deliveryStatuses = Object.keys(tones) as DeliveryStatus[];

export function DeliveryStatusTag({ status }: { status: DeliveryStatus }) {
  return <span class={`tag ${tones[status]}`}>{t.webhooks.statuses[status]}</span>;
}
