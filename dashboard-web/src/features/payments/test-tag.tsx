import { paymentsTexts as t } from "./payments-texts.ts";

/** Marks what a test key has made. */
export function TestTag() {
  return <span class="tag warning">{t.payments.test}</span>;
}
