import { type DeliveryStatus, webhooksTexts as t } from "./webhooks-texts.ts";

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
