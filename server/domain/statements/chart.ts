import { randomUUIDv7 } from "node:crypto";
import type {
  AccountingProgram,
  ChartAccount,
  ChartAccountKind,
  NewChartAccount,
  StatementChart,
} from "../../contract/dashboard/books.ts";
import type { StatementMeaning } from "../../contract/dashboard/statements.ts";
import type { Sql, Tx } from "../../db/client.ts";
import { audited, type Actor } from "../access/audit.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import {
  isKeyUsed,
  selectBankAccounts,
  selectChart,
  upsertChart,
  type BankAccount,
} from "./chart.sql.ts";
import type { FileLanguage } from "../base/column-heads.ts";

/**
 * The accounts on which the journal books. The codes of each program are proposals from its own standard chart or
 * documents, and the merchant checks them once:
 *
 * - Jurnal by Mekari: the form `4-40000` of www.jurnal.id/id/guidebooks/reset-daftar-akun.
 * - Accurate Online: six digits, as in its import template of payments.
 * - Xero: the standard chart (200 Sales, 404 Bank Fees, 270 Interest Income). A manual journal in Xero cannot use a
 *   bank account, so the bank's proposal is a clearing account.
 * - Odoo: the generic chart (101401 Bank, 400000 Product Sales, 620000 Bank Fees).
 * - ERPNext: names, because ERPNext identifies its accounts by name.
 */
const standardAccounts = {
  customer_payments: {
    kind: "income",
    en: "Customer payments",
    id: "Pembayaran pelanggan",
    codes: ["4-40000", "410101", "200", "400000", "Sales"],
  },
  bank_fees: {
    kind: "expense",
    en: "Bank fees",
    id: "Biaya bank",
    codes: ["6-60300", "720101", "404", "620000", "Bank Charges"],
  },
  taxes: {
    kind: "expense",
    en: "Taxes withheld by the bank",
    id: "Pajak yang dipotong bank",
    codes: ["9-90000", "720201", "505", "630000", "Tax Expense"],
  },
  interest: {
    kind: "income",
    en: "Bank interest",
    id: "Bunga bank",
    codes: ["7-70000", "710101", "270", "441000", "Interest Income"],
  },
  refunds: {
    kind: "income",
    en: "Refunds to customers",
    id: "Pengembalian kepada pelanggan",
    codes: ["4-40200", "410201", "205", "400100", "Sales Returns"],
  },
  own_transfers: {
    kind: "asset",
    en: "Transfers between own accounts",
    id: "Transfer antar rekening sendiri",
    codes: ["1-10003", "110190", "877", "101701", "Transfers in Transit"],
  },
  unexplained_out: {
    kind: "asset",
    en: "Unexplained money out",
    id: "Uang keluar belum dijelaskan",
    codes: ["1-10004", "110199", "850", "101799", "Suspense Out"],
  },
  unexplained_in: {
    kind: "liability",
    en: "Unexplained money in",
    id: "Uang masuk belum dijelaskan",
    codes: ["2-20199", "210199", "851", "201799", "Suspense In"],
  },
  other: {
    kind: "expense",
    en: "Other",
    id: "Lain-lain",
    codes: ["8-80999", "790101", "429", "659999", "Miscellaneous Expenses"],
  },
} as const satisfies Record<
  string,
  { kind: ChartAccountKind; en: string; id: string; codes: readonly string[] }
>;

type StandardKey = keyof typeof standardAccounts;

const programs: readonly AccountingProgram[] = ["jurnal", "accurate", "xero", "odoo", "erpnext"];
const bankCodes: Readonly<Record<AccountingProgram, string>> = {
  jurnal: "1-10002",
  accurate: "110103",
  xero: "852",
  odoo: "101401",
  erpnext: "Bank Account",
};

/** The usual account of each meaning. A reversal has the account of the row that it reverses. */
const accountOfMeaning: Readonly<Record<StatementMeaning, StandardKey>> = {
  mutation: "customer_payments",
  settlement: "customer_payments",
  recorded: "customer_payments",
  fee: "bank_fees",
  tax: "taxes",
  own_transfer: "own_transfers",
  interest: "interest",
  refund: "refunds",
  outgoing: "unexplained_out",
  other: "other",
  missed: "unexplained_in",
  ambiguous: "unexplained_in",
  open: "unexplained_in",
  reversal: "other",
};

export const feeAccount: StandardKey = "bank_fees";
export const bankName = ({ bank, twin_number }: BankAccount): string =>
  twin_number === 1 ? bank : `${bank} (${twin_number})`;
export const bankKey = (account_id: string): string => `bank:${account_id}`;

export const chartKeyOf = (row: {
  meaning: StatementMeaning;
  account_key: string | null;
}): string => row.account_key ?? accountOfMeaning[row.meaning];

function isStandardName(key: string, name: string): boolean {
  const standard = new Map(Object.entries(standardAccounts)).get(key);
  return standard !== undefined && [standard.en, standard.id].some((each) => each === name);
}

/** Returns the saved chart, with proposals for missing accounts. */
export async function readChart(
  sql: Sql | Tx,
  given: { merchant_id: string; language: FileLanguage; program?: AccountingProgram | undefined },
): Promise<StatementChart> {
  const { merchant_id, language } = given;
  const saved = await selectChart(sql, merchant_id);
  const program = given.program ?? saved?.program ?? "jurnal";
  const place = programs.indexOf(program);
  const proposals: ChartAccount[] = [
    ...(await selectBankAccounts(sql, merchant_id)).map((account) => ({
      key: bankKey(account.account_id),
      code: bankCodes[program],
      name: bankName(account),
      kind: "asset" as const,
      tax: null,
    })),
    ...Object.entries(standardAccounts).map(([key, { kind, codes, ...names }]) => ({
      key,
      code: codes[place] as string,
      name: names[language],
      kind,
      tax: null,
    })),
  ];
  const known = saved && saved.program === program ? saved.accounts : [];
  const own = saved ? saved.accounts.filter(({ key }) => key.startsWith("own:")) : [];
  const savedOf = new Map(known.map((account) => [account.key, account]));
  return {
    program,
    is_saved: saved !== undefined && saved.program === program,
    accounts: [
      ...proposals.map((account) => {
        const { name, ...kept } = savedOf.get(account.key) ?? account;
        // A standard name was saved in the language of the page at that time.
        return { ...kept, name: isStandardName(account.key, name) ? account.name : name };
      }),
      ...own,
    ],
  };
}

export async function saveChart(
  gateway: Gateway,
  actor: Actor,
  options: { merchant_id: string; program: AccountingProgram; accounts: NewChartAccount[] },
): Promise<StatementChart> {
  const { merchant_id, program } = options;
  return audited(
    gateway,
    actor,
    async ({ sql }) => {
      const given = { merchant_id, language: "en" as const, program };
      const before = await readChart(sql, given);
      const proposed = new Map(before.accounts.map((account) => [account.key, account]));
      const accounts = options.accounts.map(({ key, tax, ...account }) => {
        const known = key ? proposed.get(key) : undefined;
        if (key && !known) throw noAccount();
        const isOwn = !known || known.key.startsWith("own:");
        return {
          ...account,
          key: known?.key ?? `own:${randomUUIDv7()}`,
          // The purpose of a standard account does not depend on the program.
          kind: isOwn ? account.kind : known.kind,
          tax: tax ?? null,
        };
      });
      const kept = new Set(accounts.map(({ key }) => key));
      for (const { key, name } of before.accounts) {
        if (!key.startsWith("own:") || kept.has(key)) continue;
        if (!(await isKeyUsed(sql, { merchant_id, key }))) continue;
        throw new DomainError({ code: "statement_chart_account_used", params: { name } });
      }
      await upsertChart(sql, { merchant_id, chart: { program, accounts } });
      return readChart(sql, given);
    },
    ({ accounts }) => ({
      merchant_id,
      action: "statement_chart.saved",
      details: { program, account_count: accounts.length },
    }),
  );
}

/** Throws for a key that the merchant's chart does not have. */
export async function requireChartKey(
  sql: Sql | Tx,
  { merchant_id, account_key }: { merchant_id: string; account_key: string | null },
): Promise<void> {
  if (account_key === null) return;
  const { accounts } = await readChart(sql, { merchant_id, language: "en" });
  if (!accounts.some(({ key }) => key === account_key)) throw noAccount();
}

const noAccount = () => new DomainError({ code: "statement_no_chart_account", params: {} });
