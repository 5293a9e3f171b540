import { z } from "zod";
import { coded, textOf, type Coded, type TextsFor } from "./coded.ts";
import { timestamp } from "./fields.ts";

/**
 * Why the current state refuses a request of a page or of the command line. The pages have a sentence for each code.
 */

const count = (description: string) => z.int().min(0).meta({ description });
const word = (description: string) => z.string().meta({ description });

/** The line of the file, or the row of the spreadsheet. */
const row = z.int().min(1).meta({ description: "The row, counted from 1." });

const reasons = {
  account_limit: { accounts: count("The limit.") },
  pool_limit: { pools: count("The limit.") },
  account_in_use: { hours: count("How long a total stays taken after its invoice has ended.") },
  amounts_reversed: {},
  webhook_secret_limit: {
    secrets: count("The limit."),
    hours: count("How long a previous secret still signs."),
  },
  api_key_limit: { keys: count("The limit.") },
  quota_not_sold: {},
  no_selling_account: {},
  quota_invoice_failed: { message: word("What refused the operator's invoice, in English.") },
  quota_order_limit: { orders: count("The limit.") },
  email_taken: { email: word("The address.") },
  device_not_waiting: { device_id: word("The device.") },
  pairing_code_differs: { device_id: word("The device."), pairing_code: word("The code.") },
  export_limit: { tables: count("The most at one time.") },
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
  totals_used_up: { at: timestamp().meta({ description: "When one of them is free again, UTC." }) },
  sale_cancelled: {},
  sale_ended: {},
  form_sent_before: { payment_code: word("The code of what it made.") },
  sale_codes_used_up: {},
  no_mail_server: {},
  customer_without_email: {},
  invoice_not_payable: {},
  invoice_mailed: {},
  reminder_limit: { reminders: count("The limit.") },
  reminder_too_soon: { at: timestamp().meta({ description: "When the next may be sent, UTC." }) },
  customer_mail_limit: { mails: count("The most in 24 hours.") },
  payment_has_ended: {},
  payment_is_pending: {},
  payment_parts_limit: { parts: count("The limit.") },
  refund_exceeds_received: {},
  refund_proved: {},
  refund_sent: {},
  nothing_to_settle: {},
  nothing_to_prove: {},
  not_announced_twice: {},
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
  statement_no_table: { kind: word("What it is instead.") },
  statement_pdf: {
    bank: word("The account's bank or scheme."),
    way_id: word("Where that bank gives a table, in Indonesian; empty where that is not known."),
    way_en: word("The same in English."),
  },
  statement_unreadable: { row },
  statement_unpacks_too_large: { megabytes: count("The limit.") },
  statement_too_slow: { seconds: count("The longest time.") },
  statement_rows_limit: { rows: count("The limit.") },
  statement_unknown_layout: {},
  statement_wrong_bank: {
    row,
    found: word("The bank whose layout it has."),
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
  statement_not_a_day: { row, text: word("What stands there.") },
  statement_days_needed: {},
  statement_outside_period: {
    row,
    day: word("The row's day."),
    first_day: word("The period's first day."),
    last_day: word("The period's last day."),
  },
  statement_out_of_order: { row, day: word("The row's day.") },
  statement_not_an_amount: { row, text: word("What stands there.") },
  statement_marks_differ: { row, text: word("What stands there.") },
  statement_no_amount: { row },
  statement_left_out_money: { row },
  statement_formula: { row },
  statement_foreign_currency: { row, currency: word("The currency.") },
  statement_balance_broken: {
    row,
    expected: word("The balance that follows from the row before."),
    found: word("The balance that stands there."),
  },
  statement_totals_differ: {
    row,
    expected: word("What the rows add up to."),
    found: word("What the file says."),
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
    count: count("How many rows there are."),
  },
  statement_proves_refunds: {
    rows: word("Some of the rows, with their days."),
    count: count("How many rows there are."),
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
  description: "What stands in the way. Each page says it in its own language.",
});

const english: TextsFor<RefusalReason> = {
  account_limit: ({ accounts }) =>
    `The limit of ${accounts} accounts is reached. Change one that is no longer used.`,
  pool_limit: ({ pools }) =>
    `The limit of ${pools} pairs of app and phone is reached for this merchant's accounts. Choose an app and a phone of another account.`,
  account_in_use: ({ hours }) =>
    `The account has PENDING payments, or had some in the last ${hours} hours. Change its app or phone after that.`,
  amounts_reversed: () => "The largest amount must not be less than the smallest.",
  webhook_secret_limit: ({ secrets, hours }) =>
    `The limit of ${secrets} webhook secrets is reached. Each signs for ${hours} hours after the next one is created. Wait until the oldest expires.`,
  api_key_limit: ({ keys }) =>
    `The limit of ${keys} API keys is reached. Revoke one, then try again.`,
  quota_not_sold: () => "Days of quota are not sold here: ask the operator for them.",
  no_selling_account: () => "No account of the operator can take this payment now.",
  quota_invoice_failed: ({ message }) => `The operator's invoice could not be made: ${message}`,
  quota_order_limit: ({ orders }) =>
    `There are ${orders} orders that are not paid: pay one, or wait until a day has passed since the first.`,
  email_taken: ({ email }) => `An account with the email address ${email} exists already.`,
  device_not_waiting: ({ device_id }) =>
    `There is no device ${device_id} to approve: a revoked one must register again.`,
  pairing_code_differs: ({ device_id, pairing_code }) =>
    `The device ${device_id} does not have the pairing code ${pairing_code}: compare the code that the phone shows with the one in the list.`,
  export_limit: ({ tables }) =>
    `${tables} tables are being saved already: save this one when one of them has ended.`,
  no_webhook_address: () => "There is no default address to send to: set one first.",
  delivery_not_free: ({ delivery_id }) =>
    `There is no delivery ${delivery_id} that is not being attempted just now.`,
  no_enrolment: () =>
    "There is no QR code that waits for its first code: show a new one and scan it.",
  already_in_team: ({ email }) => `${email} is in the team already: change the role there.`,
  team_limit: ({ people }) =>
    `A team has at most ${people} people and invitations: remove a person or withdraw an invitation first.`,
  last_owner: () => "A team must have an owner. Make another team member an owner first.",
  link_expired: () => "This link is unknown, was used or is too old: ask for a new one.",
  account_amount_too_small: ({ minimum }) =>
    `The account takes amounts from Rp ${minimum}: choose another account or a larger amount.`,
  account_amount_too_large: ({ maximum }) =>
    `The account takes amounts up to Rp ${maximum}: choose another account or a smaller amount.`,
  account_inactive: () => "The account is inactive: activate it, or choose another account.",
  account_without_quota: () =>
    "The account has used up its day quota: add days to it, or choose another account.",
  account_not_watched: () =>
    "No phone watches this account now: start its Worker again or pair a phone, or choose another account.",
  totals_used_up: ({ at }) =>
    `All 999 totals of this amount are in use: try again after ${at}, or choose another account or amount.`,
  sale_cancelled: () => "This invoice was cancelled: ask the seller for a new one.",
  sale_ended: () => "The deadline of this invoice has passed: ask the seller for a new one.",
  form_sent_before: ({ payment_code }) =>
    `This form has made ${payment_code} already, with other contents: open that one, or begin a new form.`,
  sale_codes_used_up: () =>
    "No code of the present pattern is free: choose another pattern for invoice codes in the settings.",
  no_mail_server: () => "This gateway has no mail server: ask its operator.",
  customer_without_email: () =>
    "The customer of this invoice gave no email address: send the address of its page another way.",
  invoice_not_payable: () => "This invoice can no longer be paid. Reload the page.",
  invoice_mailed: () => "This invoice was sent by email already: send a reminder instead.",
  reminder_limit: ({ reminders }) =>
    `This invoice has reached the limit of ${reminders} reminders. Contact the customer another way.`,
  reminder_too_soon: ({ at }) => `The last reminder was sent just now: send the next after ${at}.`,
  customer_mail_limit: ({ mails }) =>
    `The limit of ${mails} customer emails in 24 hours is reached. Try again tomorrow.`,
  payment_has_ended: () =>
    "The invoice has ended, so this transfer cannot be a part of it. Keep the money for the invoice, or record a refund.",
  payment_is_pending: () =>
    "The invoice is still open: confirm it with this transfer, or book the transfer as a part.",
  payment_parts_limit: ({ parts }) =>
    `The limit of ${parts} transfers for this invoice is reached. Confirm the invoice with the money received.`,
  refund_exceeds_received: () =>
    "The refund exceeds the amount received. Fetch the invoice again and lower the amount.",
  refund_sent: () => "This refund was recorded as sent already: read the invoice again.",
  refund_proved: () => "A bank statement has proved this refund, so it cannot be withdrawn.",
  nothing_to_settle: () => "No part of this invoice waits for a decision.",
  nothing_to_prove: () =>
    "The merchant vouched for no money of this invoice for which a transfer was missing.",
  payment_changed: () =>
    "The invoice has changed since you looked at it: read it again, then decide.",
  not_announced_twice: () =>
    "The other report no longer stands for this transfer: read the transfer again.",
  foreign_transfer: () =>
    "The transfer is in another currency: only confirm an invoice with it, or say that it is not yours.",
  transfer_not_decided: () =>
    "Nothing was decided about this transfer that can be taken back: a refund is withdrawn instead.",
  form_used: () => "This form has recorded another refund already: open it again.",
  link_limit: ({ links }) =>
    `The limit of ${links} payment links is reached. Change one that is no longer used.`,
  statement_too_large: ({ megabytes }) =>
    `The file is larger than the limit of ${megabytes} MB. Export a shorter period. Nothing was stored.`,
  statement_incomplete: ({ part }) =>
    `Part ${part} of the file has not arrived: send the file again. Nothing was stored.`,
  statement_busy: () =>
    "Another statement is being checked or imported now: wait a minute, then import this one. Nothing of it was stored.",
  statement_empty: () => "The file is empty: download it from the bank again.",
  statement_encrypted: () =>
    "The file is protected by a password: open it, save it without a password, and import that file.",
  statement_no_table: ({ kind }) =>
    `The file is ${kind}, not a table: download the statement as CSV or as a spreadsheet (XLSX, XLS).`,
  statement_pdf: ({ bank, way_en }) =>
    `The file is a PDF document, not a table. Download a table instead. ${way_en === "" ? "The bank's internet banking may give CSV or a spreadsheet (XLSX, XLS) where its app gives only PDF." : `${bank}: ${way_en}`} Nothing was stored.`,
  statement_unreadable: ({ row }) =>
    `The file cannot be read at row ${row}: it is damaged or was cut off. Download it again. Nothing was stored.`,
  statement_unpacks_too_large: ({ megabytes }) =>
    `The spreadsheet unpacks to more than ${megabytes} MB: export a shorter period. Nothing was stored.`,
  statement_too_slow: ({ seconds }) =>
    `The spreadsheet could not be read within ${seconds} seconds: export a shorter period, or CSV. Nothing was stored.`,
  statement_rows_limit: ({ rows }) =>
    `The file has more than ${rows} rows: export a shorter period. Nothing was stored.`,
  statement_unknown_layout: () =>
    "This is no layout that Tepat knows: say which column means what, and Tepat remembers it for this bank.",
  statement_wrong_bank: ({ row, found, expected }) =>
    `Row ${row} shows that this is a file of ${found}, but the account is at ${expected}: choose the right account. Nothing was stored.`,
  statement_wrong_account: ({ row, found, expected }) =>
    `Row ${row} names the account ${found}, but the account that was chosen is ${expected}. Nothing was stored.`,
  statement_two_accounts: ({ row, first, second }) =>
    `Row ${row} is of the account ${second}, those before are of ${first}: export one account at a time. Nothing was stored.`,
  statement_cut: ({ row }) =>
    `The file ends too early, at row ${row}: download it again. Nothing was stored.`,
  statement_tag_missing: ({ row, tag }) =>
    `Line ${row} comes without a field ${tag} before it: the file is not whole. Download it again. Nothing was stored.`,
  statement_not_a_day: ({ row, text }) =>
    `Row ${row} has no date that can be read, but “${text}”. Nothing was stored.`,
  statement_days_needed: () =>
    "The file names no year: say the period, from its first to its last day. Nothing was stored.",
  statement_outside_period: ({ row, day, first_day, last_day }) =>
    `Row ${row} is of ${day}, outside the period from ${first_day} to ${last_day}. Nothing was stored.`,
  statement_out_of_order: ({ row, day }) =>
    `Row ${row} is of ${day} and stands out of order: rows must follow their days, forwards or backwards. Nothing was stored.`,
  statement_not_an_amount: ({ row, text }) =>
    `Row ${row} has no amount that can be read, but “${text}”. Nothing was stored.`,
  statement_marks_differ: ({ row, text }) =>
    `Row ${row} writes “${text}” with another decimal mark than the rows before. Nothing was stored.`,
  statement_no_amount: ({ row }) =>
    `Row ${row} must have money in or money out, one of them. Nothing was stored.`,
  statement_left_out_money: ({ row }) =>
    `Row ${row} has a day and an amount, and the file has no balance that shows whether it is a transaction, so it cannot be left out. Nothing was stored.`,
  statement_formula: ({ row }) =>
    `Row ${row} contains a formula: import the file as the bank made it. Nothing was stored.`,
  statement_foreign_currency: ({ row, currency }) =>
    `Row ${row} is in ${currency}: only accounts in rupiah can be imported. Nothing was stored.`,
  statement_balance_broken: ({ row, expected, found }) =>
    `At row ${row} the balance is ${found}, but ${expected} follows from the rows around it: a row is missing or was changed. Nothing was stored.`,
  statement_totals_differ: ({ row, expected, found }) =>
    `Row ${row} says ${found}, but the rows add up to ${expected}: the file was cut or changed. Nothing was stored.`,
  statement_days_limit: ({ days }) =>
    `The file covers more than ${days} days: export a shorter period. Nothing was stored.`,
  statement_no_rows: () => "The file has no transactions: nothing was stored.",
  statement_column_missing: ({ column }) =>
    `There is no column ${column} in the file: say again which column means what.`,
  statement_row_settled: () => "This row is explained already: load the page again.",
  statement_month_closed: ({ month }) =>
    `The month ${month} of this account is closed, and this would change it. Reopen the month first. Nothing was stored.`,
  statement_month_open: ({ month, rows, transfers }) =>
    `${month} cannot be closed: ${rows} rows have no explanation, and ${transfers} transfers have no row. Explain them first.`,
  statement_month_incomplete: ({ month }) =>
    `${month} cannot be closed: its statements do not cover all of its days, its balances do not add up, or the month is not over. Import what is missing first.`,
  statement_no_reversal: () =>
    "These rows are no pair: a correction has the same amount as the row that it takes back, in the other direction, near in time, and a row is taken back once. Load the page again.",
  statement_rules_limit: ({ rules }) =>
    `You have reached the limit of ${rules} rules. Remove one first.`,
  statement_rule_exists: ({ words }) => `There is a rule for “${words}” already. Remove it first.`,
  statement_no_chart_account: () =>
    "Your chart has no such account. Load the page again, and choose another.",
  statement_chart_account_used: ({ name }) =>
    `Rows or rules are booked on “${name}”, so it must stay in the chart.`,
  statement_overlapped: ({ file, first_day, last_day }) =>
    `“${file}” was imported later and has days of this file (${first_day} to ${last_day}): withdraw that import first.`,
  statement_recorded: ({ rows, count }) =>
    `Money that you recorded from ${count === 1 ? "this row" : `${count} rows`} has paid an invoice, or you decided about it: ${rows}. The import stays.`,
  statement_proves_refunds: ({ rows, count }) =>
    `${count === 1 ? "This row proves a refund" : `${count} rows prove refunds`}: ${rows}. The import stays.`,
  statement_pending_limit: ({ rows }) =>
    `The file has more than ${rows} rows that are not booked yet: export it again when they are. Nothing was stored.`,
  notice_browser_limit: ({ browsers }) =>
    `The limit of ${browsers} browsers for notices is reached. Remove one, then try again.`,
  notice_test_limit: ({ minutes }) =>
    `Too many tests were sent in the last ${minutes} minutes. Check the log, then try again later.`,
  no_notice_target: () => "There is nothing on this channel to send to: connect it first.",
  no_telegram_bot: () => "This gateway has no Telegram bot: ask its operator.",
  telegram_silent: () => "Telegram does not answer just now: try again later.",
};

export const reasonInEnglish = (reason: RefusalReason): string => textOf(english, reason);
