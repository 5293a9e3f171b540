import { z } from "zod";
import { coded, counted, textOf, type Coded, type TextsFor } from "./coded.ts";
import { timestamp } from "./fields.ts";

/** The reasons for refusing a request of a page or the command line. The pages have a sentence for each code. */

const count = (description: string) => z.int().min(0).meta({ description });
const word = (description: string) => z.string().meta({ description });

/** The line of the file, or the row of the spreadsheet. */
const row = z.int().min(1).meta({ description: "The row, counted from 1." });

const reasons = {
  account_limit: { accounts: count("The limit.") },
  pool_limit: { pools: count("The limit.") },
  account_in_use: {
    hours: count("The time for which a total stays reserved after its invoice ends."),
  },
  amounts_reversed: {},
  webhook_secret_limit: {
    secrets: count("The limit."),
    hours: count("The time for which a previous secret still signs."),
  },
  api_key_limit: { keys: count("The limit.") },
  quota_not_sold: {},
  quota_not_renewable: {},
  no_selling_account: {},
  quota_invoice_failed: {
    message: word("The error that refused the operator's invoice, in English."),
  },
  quota_order_limit: { orders: count("The limit.") },
  email_taken: { email: word("The address.") },
  device_not_waiting: { device_id: word("The device.") },
  pairing_code_differs: { device_id: word("The device."), pairing_code: word("The code.") },
  export_limit: { tables: count("The largest number at one time.") },
  no_webhook_address: {},
  delivery_not_free: { delivery_id: word("The delivery.") },
  no_enrolment: {},
  link_expired: {},
  already_in_team: { email: word("The address.") },
  team_limit: { people: count("The limit.") },
  last_owner: {},
  account_amount_too_small: { minimum: count("The smallest amount of the account.") },
  account_amount_too_large: { maximum: count("The largest amount of the account.") },
  account_inactive: {},
  account_without_quota: {},
  account_not_watched: {},
  totals_used_up: {
    at: timestamp().meta({
      description: "The time at which one of the totals is free again, UTC.",
    }),
  },
  sale_cancelled: {},
  sale_ended: {},
  form_sent_before: { payment_code: word("The code of the created invoice.") },
  sale_codes_used_up: {},
  no_mail_server: {},
  set_at_start: {},
  customer_without_email: {},
  invoice_not_payable: {},
  invoice_mailed: {},
  reminder_limit: { reminders: count("The limit.") },
  reminder_too_soon: {
    at: timestamp().meta({ description: "The time from which you can send the next email, UTC." }),
  },
  customer_mail_limit: { mails: count("The largest number in 24 hours.") },
  payment_has_ended: {},
  payment_is_pending: {},
  payment_parts_limit: { parts: count("The limit.") },
  refund_exceeds_received: {},
  refund_proved: {},
  refund_sent: {},
  nothing_to_settle: {},
  nothing_to_prove: {},
  not_announced_twice: {},
  transfer_not_in_time: {},
  followed_up_already: { payment_code: word("The follow-up invoice.") },
  total_in_use: { payment_code: word("The pending invoice with the same total.") },
  link_sold_out: {},
  follow_up_codes_used_up: {},
  payment_changed: {},
  foreign_transfer: {},
  transfer_not_decided: {},
  form_used: {},
  link_limit: { links: count("The limit.") },
  statement_too_large: { megabytes: count("The limit.") },
  statement_incomplete: { part: count("The part that is missing.") },
  statement_busy: {},
  statement_empty: {},
  statement_encrypted: {},
  statement_no_table: { kind: word("The actual kind of file.") },
  statement_pdf: {
    bank: word("The account's bank or scheme."),
    way_id: word("The place where that bank offers a table, in Indonesian; empty if unknown."),
    way_en: word("The same in English."),
  },
  statement_unreadable: { row },
  statement_unpacks_too_large: { megabytes: count("The limit.") },
  statement_too_slow: { seconds: count("The longest time.") },
  statement_rows_limit: { rows: count("The limit.") },
  statement_unknown_layout: {},
  statement_wrong_bank: {
    row,
    found: word("The bank whose layout the file has."),
    expected: word("The account's bank."),
  },
  statement_wrong_account: {
    row,
    found: word("The number in the file."),
    expected: word("The account's number."),
  },
  statement_two_accounts: {
    row,
    first: word("The number that came first."),
    second: word("The number in this row."),
  },
  statement_cut: { row },
  statement_tag_missing: { row, tag: word("The field that must come before this row.") },
  statement_not_a_day: { row, text: word("The text found.") },
  statement_days_needed: {},
  statement_outside_period: {
    row,
    day: word("The row's day."),
    first_day: word("The period's first day."),
    last_day: word("The period's last day."),
  },
  statement_out_of_order: { row, day: word("The row's day.") },
  statement_not_an_amount: { row, text: word("The text found.") },
  statement_marks_differ: { row, text: word("The text found.") },
  statement_no_amount: { row },
  statement_left_out_money: { row },
  statement_formula: { row },
  statement_foreign_currency: { row, currency: word("The currency.") },
  statement_balance_broken: {
    row,
    expected: word("The balance that follows from the row before."),
    found: word("The balance found."),
  },
  statement_totals_differ: {
    row,
    expected: word("The sum of the rows."),
    found: word("The sum that the file states."),
  },
  statement_no_rows: {},
  statement_days_limit: { days: count("The limit.") },
  statement_column_missing: { column: count("The column.") },
  statement_row_settled: {},
  statement_month_closed: { month: word("The month, as YYYY-MM.") },
  statement_month_open: {
    month: word("The month, as YYYY-MM."),
    rows: count("Rows without an explanation."),
    transfers: count("Transfers that no row supports."),
  },
  statement_month_incomplete: { month: word("The month, as YYYY-MM.") },
  statement_no_reversal: {},
  statement_rules_limit: { rules: count("The limit.") },
  statement_rule_exists: { words: word("The words.") },
  statement_no_chart_account: {},
  statement_chart_account_used: { name: word("The account's name.") },
  statement_overlapped: {
    file: word("The file of the later import."),
    first_day: word("The import's first day."),
    last_day: word("The import's last day."),
  },
  statement_recorded: {
    rows: word("Some of the rows, with their days."),
    count: count("The number of rows."),
  },
  statement_proves_refunds: {
    rows: word("Some of the rows, with their days."),
    count: count("The number of rows."),
  },
  statement_pending_limit: { rows: count("The limit.") },
  notice_browser_limit: { browsers: count("The limit.") },
  notice_test_limit: { minutes: count("The window in minutes.") },
  no_notice_target: {},
  no_telegram_bot: {},
  telegram_silent: {},
} as const;

export type RefusalReason = Coded<typeof reasons>;

export const refusalReason = coded(reasons).meta({
  id: "RefusalReason",
  description: "The obstacle. Each page has its own text for it.",
});

const english: TextsFor<RefusalReason> = {
  account_limit: ({ accounts }) =>
    `The limit of ${accounts} accounts is reached. Change one that is no longer used.`,
  pool_limit: ({ pools }) =>
    `This merchant's accounts have reached the limit of ${pools} combinations of app and phone. Choose a combination that another account already uses.`,
  account_in_use: ({ hours }) =>
    `The account has PENDING payments, or had some in the last ${hours} hours. Change its app or phone ${hours} hours after the last one ends.`,
  amounts_reversed: () => "The largest amount must not be less than the smallest.",
  webhook_secret_limit: ({ secrets, hours }) =>
    `The limit of ${secrets} webhook secrets is reached. Each signs for ${hours} hours after the next one is created. Wait until the oldest expires.`,
  api_key_limit: ({ keys }) =>
    `The limit of ${keys} API keys is reached. Revoke one, then try again.`,
  quota_not_sold: () => "This gateway does not sell days of use. Ask the operator for more days.",
  quota_not_renewable: () =>
    "Days of use cannot be renewed on this gateway. Order days, or ask the operator for more.",
  no_selling_account: () =>
    "No account of the operator can take this payment now. Try again later, or ask the operator.",
  quota_invoice_failed: ({ message }) =>
    `Tepat could not create the operator's invoice. ${message} Try again later, or ask the operator.`,
  quota_order_limit: ({ orders }) =>
    `You have reached the limit of ${orders} unpaid orders. Pay one, or wait until the first order is a day old.`,
  email_taken: ({ email }) =>
    `The email address ${email} is already registered. Sign in, or use another address.`,
  device_not_waiting: ({ device_id }) =>
    `Device ${device_id} is not waiting for approval. Register a revoked device again.`,
  pairing_code_differs: ({ device_id, pairing_code }) =>
    `The device ${device_id} does not have the pairing code ${pairing_code}. Compare the code that the phone shows with the one in the list.`,
  export_limit: ({ tables }) =>
    `${tables} tables are already being downloaded. Wait until one has finished.`,
  no_webhook_address: () => "No default webhook URL is set. Set one first.",
  delivery_not_free: ({ delivery_id }) =>
    `Delivery ${delivery_id} does not exist or is being attempted now. Check the id, or try again in a moment.`,
  no_enrolment: () => "The QR code is no longer valid. Show a new one, then scan it.",
  already_in_team: ({ email }) =>
    `${email} is already in the team. Change the role on the Team page.`,
  team_limit: ({ people }) =>
    `The team has reached the limit of ${people} members and invitations. Remove a member or withdraw an invitation, then try again.`,
  last_owner: () => "A team must have an owner. Make another team member an owner first.",
  link_expired: () => "This link is unknown, has been used or has expired. Ask for a new one.",
  account_amount_too_small: ({ minimum }) =>
    `The account takes amounts from Rp${minimum.toLocaleString("id-ID")}. Choose another account or a larger amount.`,
  account_amount_too_large: ({ maximum }) =>
    `The account takes amounts up to Rp${maximum.toLocaleString("id-ID")}. Choose another account or a smaller amount.`,
  account_inactive: () => "The account is switched off. Switch it on, or choose another account.",
  account_without_quota: () =>
    "The account has no days of use left. Add days, or choose another account.",
  account_not_watched: () =>
    "No source watches this account now. Check its phone or mailbox, connect a source, or choose another account.",
  totals_used_up: ({ at }) =>
    `All 999 totals for this amount are in use. Try again after ${at}, or choose another account or amount.`,
  sale_cancelled: () => "This invoice was cancelled. Ask the seller for a new one.",
  sale_ended: () => "The deadline of this invoice has passed. Ask the seller for a new invoice.",
  form_sent_before: ({ payment_code }) =>
    `This form has already created ${payment_code} with different contents. Open that invoice, or start a new form.`,
  sale_codes_used_up: () =>
    "The current pattern has no free invoice codes left. Choose another pattern in the settings.",
  set_at_start: () =>
    "This setting comes from the gateway's environment variables. Change it there, then restart the gateway.",
  no_mail_server: () => "This gateway has no mail server. Ask its operator to set one up.",
  customer_without_email: () =>
    "This invoice has no customer email address. Send the link to its page another way.",
  invoice_not_payable: () => "This invoice can no longer be paid. Reload the page.",
  invoice_mailed: () => "This invoice has already been sent by email. Send a reminder instead.",
  reminder_limit: ({ reminders }) =>
    `This invoice has reached the limit of ${reminders} reminders. Contact the customer another way.`,
  reminder_too_soon: ({ at }) =>
    `The last reminder was sent only recently. Send the next one after ${at}.`,
  customer_mail_limit: ({ mails }) =>
    `The limit of ${mails} invoices and reminders by email in 24 hours is reached. Try again tomorrow.`,
  payment_has_ended: () =>
    "The invoice has ended, so this transfer cannot be a part of it. Keep the money for the invoice, or record a refund.",
  payment_is_pending: () =>
    "The invoice is still pending, so its money cannot be kept or refunded yet. Mark the invoice as paid or cancel it, or record the transfer as a part payment.",
  payment_parts_limit: ({ parts }) =>
    `This invoice has reached the limit of ${parts} transfers. Accept the amount received.`,
  refund_exceeds_received: () =>
    "The refunds would exceed the amount received. Enter a smaller refund, or first withdraw a recorded refund of the invoice.",
  refund_sent: () => "This refund is already recorded as sent. Fetch the invoice again.",
  refund_proved: () => "A bank statement has proved this refund, so it cannot be withdrawn.",
  nothing_to_settle: () =>
    "No transfer for this invoice is waiting for a decision. Fetch the invoice again.",
  nothing_to_prove: () =>
    "You can add a transfer only to an invoice that was marked as paid without one. Choose another invoice.",
  payment_changed: () =>
    "The invoice has changed since you fetched it. Fetch it again, then decide.",
  not_announced_twice: () =>
    "This transfer no longer counts as a second report of the other one. Fetch the transfer again.",
  transfer_not_in_time: () =>
    "A follow-up invoice needs an expired invoice, and a transfer of its total that arrived before the deadline. Fetch both again.",
  followed_up_already: ({ payment_code }) =>
    `The follow-up invoice ${payment_code} is already paid. This transfer might be a second report of the one that Tepat recorded. If the customer sent the money twice, record this transfer as a second one for ${payment_code}, or record a refund.`,
  total_in_use: ({ payment_code }) =>
    `The pending invoice ${payment_code} has the same total. Try again when that invoice is paid or has ended.`,
  link_sold_out: () =>
    "Other customers have used up this payment link's stock or its payment limit. If you can still deliver, raise the stock or the limit, then try again. Otherwise, refund this transfer.",
  follow_up_codes_used_up: () =>
    "No code is free for a follow-up invoice. Create an invoice yourself, then match this transfer to it manually.",
  foreign_transfer: () =>
    "The transfer is not in rupiah, so Tepat cannot count its amount towards an invoice. Mark a pending invoice as paid with this transfer, or mark the transfer as not yours.",
  transfer_not_decided: () =>
    "This transfer has no decision to undo. Withdraw a recorded refund separately.",
  form_used: () => "This form has already recorded another refund. Open a new form.",
  link_limit: ({ links }) =>
    `The limit of ${links} payment links is reached. Change one that is no longer used.`,
  statement_too_large: ({ megabytes }) =>
    `The file is larger than the limit of ${megabytes} MB. Export a shorter period. Nothing was stored.`,
  statement_incomplete: ({ part }) =>
    `Part ${part} of the file has not arrived. Send the file again. Nothing was stored.`,
  statement_busy: () =>
    "A statement is being checked, imported or explained. Wait a minute, then try again. Nothing was stored.",
  statement_empty: () => "The file is empty. Download it from the bank again.",
  statement_encrypted: () =>
    "The file is protected by a password. Save a copy without a password, then import the copy.",
  statement_no_table: ({ kind }) =>
    `The file is ${kind}, not a table. Download the statement as CSV or as a spreadsheet (XLSX, XLS).`,
  statement_pdf: ({ bank, way_en }) =>
    `The file is a PDF document, not a table. Download a table instead. ${way_en === "" ? "The bank's internet banking might offer CSV or a spreadsheet (XLSX, XLS), even if its app offers only PDF." : `${bank}: ${way_en}`} Nothing was stored.`,
  statement_unreadable: ({ row }) =>
    `The file is damaged or cut off at row ${row}. Download it again. Nothing was stored.`,
  statement_unpacks_too_large: ({ megabytes }) =>
    `The spreadsheet unpacks to more than ${megabytes} MB. Export a shorter period. Nothing was stored.`,
  statement_too_slow: ({ seconds }) =>
    `The spreadsheet could not be read within ${seconds} seconds. Export a shorter period, or CSV. Nothing was stored.`,
  statement_rows_limit: ({ rows }) =>
    `The file has more than ${rows} rows. Export a shorter period. Nothing was stored.`,
  statement_unknown_layout: () =>
    "Tepat does not know this kind of file. Choose what each column means. Tepat remembers your choice for this bank.",
  statement_wrong_bank: ({ row, found, expected }) =>
    `Row ${row} shows that this is a file of ${found}, but the account is at ${expected}. Choose the right account. Nothing was stored.`,
  statement_wrong_account: ({ row, found, expected }) =>
    `Row ${row} names the account ${found}, but you chose ${expected}. Choose the right account. Nothing was stored.`,
  statement_two_accounts: ({ row, first, second }) =>
    `Row ${row} belongs to the account ${second}, but the earlier rows belong to ${first}. Export one account at a time. Nothing was stored.`,
  statement_cut: ({ row }) =>
    `The file ends too early, at row ${row}. Download it again. Nothing was stored.`,
  statement_tag_missing: ({ row, tag }) =>
    `Line ${row} must follow a field ${tag}, which is missing. The file is incomplete. Download it again. Nothing was stored.`,
  statement_not_a_day: ({ row, text }) =>
    `Tepat cannot read the date in row ${row}: “${text}”. Check the order of day and month. Nothing was stored.`,
  statement_days_needed: () =>
    "The dates in this file have no year. Enter the period, from the first to the last day. Nothing was stored.",
  statement_outside_period: ({ row, day, first_day, last_day }) =>
    `Row ${row} has the date ${day}, outside the period from ${first_day} to ${last_day}. Check the period. Nothing was stored.`,
  statement_out_of_order: ({ row, day }) =>
    `Row ${row} has the date ${day}, which is out of order. Download the file again. Nothing was stored.`,
  statement_not_an_amount: ({ row, text }) =>
    `Tepat cannot read the amount in row ${row}: “${text}”. Check the decimal mark. Nothing was stored.`,
  statement_marks_differ: ({ row, text }) =>
    `Row ${row} writes “${text}” with a different decimal mark from the earlier rows. Download the file again. Nothing was stored.`,
  statement_no_amount: ({ row }) =>
    `Row ${row} must have either money in or money out. Check the columns. Nothing was stored.`,
  statement_left_out_money: ({ row }) =>
    `You cannot leave out row ${row}. It has a date and an amount, and the file has no balances to check against. Choose again what each column means. Nothing was stored.`,
  statement_formula: ({ row }) =>
    `Row ${row} contains a formula. Import the original file from the bank. Nothing was stored.`,
  statement_foreign_currency: ({ row, currency }) =>
    `Row ${row} is in ${currency}. Only statements in rupiah can be imported. Nothing was stored.`,
  statement_balance_broken: ({ row, expected, found }) =>
    `The balance in row ${row} is ${found}, but it should be ${expected}. A row is missing or was changed. Download the file again. Nothing was stored.`,
  statement_totals_differ: ({ row, expected, found }) =>
    `Row ${row} says ${found}, but the rows add up to ${expected}. The file was cut off or changed. Download it again. Nothing was stored.`,
  statement_days_limit: ({ days }) =>
    `The file covers more than ${days} days. Export a shorter period. Nothing was stored.`,
  statement_no_rows: () => "The file has no transactions. Choose another file. Nothing was stored.",
  statement_column_missing: ({ column }) =>
    `The file has no column ${column}. Choose again what each column means. Nothing was stored.`,
  statement_row_settled: () => "This row already has an explanation. Reload the page.",
  statement_month_closed: ({ month }) =>
    `The month ${month} of this account is closed, so you cannot make this change. Reopen the month first. Nothing was stored.`,
  statement_month_open: ({ month, rows, transfers }) =>
    `${month} cannot be closed yet. ${counted(rows, "row has", "rows have")} no explanation, and ${counted(transfers, "transfer is", "transfers are")} not in the bank statement. Explain the rows and review the transfers first.`,
  statement_month_incomplete: ({ month }) =>
    `${month} cannot be closed yet. Its statements do not cover all of its days, its balances do not add up, or the month is not over. After its last day, import the statements that are missing.`,
  statement_no_reversal: () =>
    "These rows are not a pair. A correction has the same amount in the other direction, within a few days, and corrects one row only. Reload the page.",
  statement_rules_limit: ({ rules }) =>
    `You have reached the limit of ${rules} rules. Remove one first.`,
  statement_rule_exists: ({ words }) =>
    `A rule for “${words}” already exists. Remove that rule first.`,
  statement_no_chart_account: () =>
    "Your chart of accounts no longer has this account. Reload the page, then choose another.",
  statement_chart_account_used: ({ name }) =>
    `You cannot remove the account “${name}”, because rows or rules use it. Choose another account for them first.`,
  statement_overlapped: ({ file, first_day, last_day }) =>
    `The file “${file}” (${first_day} to ${last_day}) was imported later and covers some of the same days. Withdraw that import first.`,
  statement_recorded: ({ rows, count }) =>
    `Money that you recorded from ${count === 1 ? "this row" : `${count} rows`} has paid an invoice, is booked for one or was refunded: ${rows}. Undo the decisions first. If the money paid an invoice, you cannot withdraw this import.`,
  statement_proves_refunds: ({ rows, count }) =>
    `${count === 1 ? "This row proves a refund" : `${count} rows prove refunds`}: ${rows}. You cannot withdraw this import.`,
  statement_pending_limit: ({ rows }) =>
    `The file has more than ${rows} rows that the bank has not booked yet. Export the file again later. Nothing was stored.`,
  notice_browser_limit: ({ browsers }) =>
    `The limit of ${browsers} browsers for notices is reached. Remove one, then try again.`,
  notice_test_limit: ({ minutes }) =>
    `Too many tests were sent in the last ${minutes} minutes. List the messages to see their results, then try again later.`,
  no_notice_target: () => "You have no working destination of this kind. Connect one first.",
  no_telegram_bot: () => "This gateway has no Telegram bot. Ask its operator to set one up.",
  telegram_silent: () => "Telegram is not responding. Try again later.",
};

export const reasonInEnglish = (reason: RefusalReason): string => textOf(english, reason);
