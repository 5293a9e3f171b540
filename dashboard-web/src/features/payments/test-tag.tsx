import { paymentsTexts as t } from "./payments-texts.ts";

/** Marks records of a test key. */
export function TestTag() {
  return <span class="tag warning">{t.payments.test}</span>;
}
