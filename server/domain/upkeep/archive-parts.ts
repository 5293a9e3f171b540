/**
 * Lists the tables of a month's books, and the tables to which these refer. The list gives the archive's files in an
 * order that foreign keys allow.
 */

export interface ArchivePart {
  /** The name of the file and of the temporary table. */
  name: string;
  table: string;
  part: "books" | "referenced";
  /** The condition of `row`. */
  where: string;
  /** The column with the merchant, if it is not `merchant_id`. */
  merchant?: string;
  /** The migration that created the table or its columns. Older archives lack the part. */
  since?: string;
  /** The column with the money. */
  money?: string;
  /** The column with the time for the manifest. */
  time?: string;
}

const ofMerchant = "row.merchant_id in (select merchant_id from chosen_merchants)";
const ofPayment = (which = "is_main") =>
  `(row.merchant_id, row.payment_number) in (select merchant_id, payment_number from chosen_payments where ${which})`;
const ofMutation = (which = "is_main") =>
  `(row.merchant_id, row.mutation_number) in (select merchant_id, mutation_number from chosen_mutations where ${which})`;
const ofRow =
  "row.row_id in (select tie.row_id from statement_ties tie join chosen_mutations using (merchant_id, mutation_number) where is_main)";
const ofDelivery =
  "(row.merchant_id, row.delivery_id) in (select merchant_id, delivery_id from chosen_deliveries)";
export const ofMonth = `row.created_at >= month.begins_at and row.created_at < month.ends_at
  and (month.merchant_id is null or row.merchant_id = month.merchant_id)`;

const books = (
  table: string,
  where: string,
  columns: Pick<ArchivePart, "money" | "time">,
): ArchivePart => ({ name: table, table, part: "books", where, ...columns });

const referenced = (table: string, where = ofMerchant, name = table): ArchivePart => ({
  name,
  table,
  part: "referenced",
  where,
});

const ownBanks = "0025_let_merchants_add_banks";
const secondChoices = "0036_let_customers_choose_again";

const archiveParts: readonly ArchivePart[] = [
  referenced(
    "merchants",
    // A test mode refers to its merchant, which might have no books for that month.
    `(${ofMerchant} or row.merchant_id in (select test_of from merchants join chosen_merchants using (merchant_id)))`,
  ),
  // The other rows come from a release, and are in every database.
  {
    ...referenced(
      "channels",
      "row.added_by in (select coalesce(test_of, merchant_id) from merchants join chosen_merchants using (merchant_id))",
    ),
    merchant: "added_by",
    since: ownBanks,
  },
  { ...referenced("merchant_apps"), since: ownBanks },
  referenced("people"),
  referenced("devices"),
  referenced("matching_pools"),
  referenced("accounts"),
  referenced("payments", ofPayment("not is_main"), "payments_referenced"),
  books("payments", ofPayment(), { money: "payment_total", time: "created_at" }),
  { ...books("former_choices", ofPayment(), { time: "released_at" }), since: secondChoices },
  referenced("mutations", ofMutation("not is_main"), "mutations_referenced"),
  books("mutations", ofMutation(), { money: "amount_parsed", time: "created_at" }),
  books("payment_ledgers", ofPayment(), { money: "received", time: "changed_at" }),
  books("payment_receipts", ofPayment(), { money: "amount", time: "booked_at" }),
  books("refunds", `(${ofPayment()} or ${ofMutation()})`, { money: "amount", time: "refunded_at" }),
  books("sales", ofPayment(), { money: "payment_amount", time: "created_at" }),
  books("mutation_notes", ofMutation(), { time: "changed_at" }),
  referenced("statement_accounts"),
  referenced(
    "statement_imports",
    `(row.merchant_id, row.import_id) in (select row.merchant_id, row.import_id from statement_rows row where ${ofRow})`,
  ),
  referenced("statement_rows", ofRow),
  books("statement_ties", ofMutation(), { time: "tied_at" }),
  books("unsupported_mutations", ofMutation(), { time: "found_at" }),
  books("webhook_deliveries", ofDelivery, { time: "created_at" }),
  books("webhook_attempts", ofDelivery, { time: "started_at" }),
  books("audit_entries", ofMonth, { time: "created_at" }),
];

/** Returns the parts of an archive from a database with these migrations. */
export const partsWith = (migrations: readonly string[]): ArchivePart[] =>
  archiveParts.filter(({ since }) => since === undefined || migrations.includes(since));
