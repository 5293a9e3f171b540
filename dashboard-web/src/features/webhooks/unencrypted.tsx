import { webhooksTexts as t } from "./webhooks-texts.ts";

/** Returns whether what is sent to this address can be read on the way. */
export const isUnencrypted = (url: string | null): boolean => /^http:/i.test(url ?? "");

/** Marks an address of http. */
export const Unencrypted = () => <span class="tag warning">{t.webhooks.unencrypted}</span>;
