import { webhooksTexts as t } from "./webhooks-texts.ts";

/** Returns whether requests to this address can be read on the network. */
export const isUnencrypted = (url: string | null): boolean => /^http:/i.test(url ?? "");

/** Marks an address without encryption (http). */
export const Unencrypted = () => <span class="tag warning">{t.webhooks.unencrypted}</span>;
