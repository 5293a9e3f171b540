import { paymentsTexts as t } from "./payments-texts.ts";

/** The state of a pending invoice of which a part is paid. */
export const PartPaidTag = () => <span class="tag warning">{t.payments.partPaid}</span>;
