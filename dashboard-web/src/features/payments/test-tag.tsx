import { paymentsTexts } from "./payments-texts.ts";
import { useWords } from "../../base/words.tsx";

/** Marks what a test key has made. */
export function TestTag() {
  const { t } = useWords(paymentsTexts);
  return <span class="tag warning">{t.payments.test}</span>;
}
