import { useWords } from "../words.tsx";
import type { DeliveryStatus } from "../../../server/domain/delivery.ts";

const tones: Readonly<Record<DeliveryStatus, string>> = {
  PENDING: "",
  RETRYING: "warning",
  SUCCESS: "good",
  FAILED: "bad",
};

export const deliveryStatuses = Object.keys(tones) as DeliveryStatus[];

export function DeliveryStatusTag({ status }: { status: DeliveryStatus }) {
  const { t } = useWords();
  return <span class={`tag ${tones[status]}`}>{t.webhooks.statuses[status]}</span>;
}
