import { paymentsTexts as t } from "./payments-texts.ts";

/** Marks records that a test key created. */
export function TestTag() {
  return <span class="tag warning">{t.payments.test}</span>;
}
