import type { AttentionItem } from "../../base/generated/types.gen.ts";

/** The page on which a person solves each open task. */
export const attentionPlaces: Readonly<Record<AttentionItem["kind"], string>> = {
  no_account: "/accounts/new",
  phone_silent: "/devices",
  phone_unreadable: "/devices",
  phone_hides_texts: "/devices",
  phone_refused: "/devices",
  mailbox_unwell: "/devices",
  account_without_phone: "/accounts",
  account_without_days: "/accounts",
  transfer_unsupported: "/statements",
  transfer_waiting: "/reconciliation",
  text_may_pay: "/mutations",
  invoice_part_paid: "/payments?status=PART_PAID",
  address_local: "/server",
  webhook_failed: "/webhooks?status=FAILED",
  webhook_retrying: "/webhooks?status=RETRYING",
  notice_target_failing: "/notices",
  phone_unpaired: "/devices",
  phone_unheard: "/devices",
  phone_warning: "/devices",
  account_days_low: "/accounts",
};
