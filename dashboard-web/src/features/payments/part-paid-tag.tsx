import { paymentsTexts as t } from "./payments-texts.ts";

/** Marks a pending invoice that is partly paid. */
export const PartPaidTag = () => <span class="tag warning">{t.payments.partPaid}</span>;
