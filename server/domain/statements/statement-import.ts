import { randomUUIDv7 } from "node:crypto";
import { limits } from "../../contract/limits.ts";
import type {
  StatementImportResult,
  StatementMapping,
} from "../../contract/dashboard/statements.ts";
import { notFound } from "../../contract/errors.ts";
import { asSql, type Tx } from "../../db/client.ts";
import type { Actor } from "../access/audit.ts";
import { insertAuditEntry } from "../access/audit.sql.ts";
import { createAdmission } from "../base/admission.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { StatementSource } from "./statement-file.ts";
import {
  openStatement,
  readStatement,
  type OpenStatement,
  type StatementDays,
} from "./statement-reader.ts";
import { selectClosedMonthOfImport } from "./statement-closings.sql.ts";
import { monthClosed } from "./statement-closings.ts";
import { hintByRules } from "./statement-rules.sql.ts";
import {
  countMeanings,
  finishImport,
  insertImport,
  insertRows,
  judgeDays,
  noteSupport,
  oweUnsupportedNotice,
  proveRefunds,
  selectFoundUnsupported,
  selectStatementAccount,
  sumMeanings,
  tieLateReports,
  tieRows,
  tieSettlements,
  upsertMapping,
  upsertStatementAccount,
  type AccountName,
  type StatementAccountRow,
  type SupportedVerdict,
} from "./statement-imports.sql.ts";
import { auditedInTurn, inTurn, takeTurn } from "./statement-turns.ts";
import { orderedId } from "../base/ordered-id.ts";

export interface ImportedFile {
  source: StatementSource;
  /** The meanings that a person assigned to the columns of an unknown layout. */
  mapping: StatementMapping | null;
  /** The period, if a person gives one. A file with a known layout might state none. */
  period?: StatementDays | undefined;
}

/**
 * Imports a bank's file: its rows, the meaning of each, and the mutations that no row supports. All of them are stored
 * in one transaction, so a file that is refused at its last row leaves no row. Spreadsheets are parsed before the
 * transaction.
 */
export async function importStatement(
  gateway: Gateway,
  actor: Actor,
  options: AccountName & ImportedFile,
): Promise<StatementImportResult> {
  const { merchant_id } = options;
  const opened = await openFor(gateway, options);
  return admit(() =>
    auditedInTurn(
      gateway,
      actor,
      (inside) => inside.sql.begin((tx) => importInto(inside, tx, actor, { ...options, opened })),
      ({
        import_id,
        account_id,
        file_name,
        layout,
        first_day,
        last_day,
        row_count,
        new_count,
      }) => ({
        merchant_id,
        action: "statement.imported",
        object_id: import_id,
        details: { account_id, file_name, layout, first_day, last_day, row_count, new_count },
      }),
    ),
  );
}

/** Returns the results of an import, and rolls it back. */
export async function checkStatement(
  gateway: Gateway,
  actor: Actor,
  options: AccountName & ImportedFile,
): Promise<StatementImportResult> {
  const opened = await openFor(gateway, options);
  const trial = admit(() =>
    inTurn(() =>
      gateway.sql.begin(async (tx) => {
        throw new Undone(await importInto(gateway, tx, actor, { ...options, opened }));
      }),
    ),
  );
  const found = await trial.catch((cause: unknown) => cause);
  if (found instanceof Undone) return found.result;
  throw found;
}

/** Bounds the imports, because each holds a connection of this process until it ends. */
const admit = createAdmission({
  atOnce: limits.statementImportsUnderWay,
  strangersWaiting: limits.statementImportsWaiting,
  knownWaiting: 0,
  knownWaitingEach: 0,
});

/** Thrown to roll a transaction back and keep only its result. */
class Undone extends Error {
  readonly result: StatementImportResult;
  constructor(result: StatementImportResult) {
    super("the import was only tried");
    this.result = result;
  }
}

/** Does the work before the transaction: checks the account and opens the file. */
async function openFor(
  gateway: Gateway,
  options: AccountName & ImportedFile,
): Promise<OpenStatement> {
  const { merchant_id, account_id, source, mapping, period } = options;
  const { channel_code } = await requireAccount(gateway.sql, options);
  const opened = await openStatement({ ...source, channel_code }, mapping, period);
  await upsertStatementAccount(gateway.sql, { merchant_id, account_id });
  return opened;
}

async function importInto(
  gateway: Gateway,
  tx: Tx,
  actor: Actor,
  options: AccountName & ImportedFile & { opened: OpenStatement },
): Promise<StatementImportResult> {
  const { merchant_id, account_id, source, mapping, opened } = options;
  const at = gateway.now();
  const account = await requireAccount(tx, options);
  await takeTurn(tx, { merchant_id, account_id }, "alone");
  const import_id = randomUUIDv7();
  const { file_name } = source;
  await insertImport(tx, { merchant_id, account_id, import_id, file_name, at });
  let new_count = 0;
  const summary = await readStatement(opened, { account, tx: asSql(tx) }, async (rows) => {
    new_count += await insertRows(tx, { merchant_id, account_id, import_id, rows });
  });
  const imported = await finishImport(tx, { merchant_id, import_id, summary, new_count });
  const closed = await selectClosedMonthOfImport(tx, { merchant_id, account_id, import_id });
  if (closed !== undefined) throw monthClosed(closed);
  await hintByRules(tx, { merchant_id, account_id, import_id });
  // A file whose kind determines its reader needs no mapping.
  if (mapping && !opened.file.reader)
    await upsertMapping(tx, { merchant_id, channel_id: account.channel_id, mapping });
  const { tied_count, found, supported } = await judge(
    tx,
    { merchant_id, account_id, at },
    imported,
  );
  await alarm(tx, actor, { merchant_id, account_id, import_id, found, at });
  await contradict(tx, actor, { merchant_id, import_id, supported, at });
  return {
    ...imported,
    tied_count,
    ...(await countMeanings(tx, { ...options, ...imported })),
    unsupported_count: found.length,
    meanings: await sumMeanings(tx, { ...options, ...imported }),
  };
}

export async function requireAccount(
  sql: Parameters<typeof selectStatementAccount>[0],
  name: AccountName,
): Promise<StatementAccountRow> {
  const account = await selectStatementAccount(sql, name);
  if (account) return account;
  throw notFound("account");
}

const dayMilliseconds = 86_400_000;

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMilliseconds).toISOString().slice(0, 10);

const daysPerPart = 16;

/** Returns the days in parts, so that no SQL statement takes long. New rows can also decide rows of nearby days. */
export function partsOf({ first_day, last_day }: { first_day: string; last_day: string }) {
  const end = addDays(last_day, 3);
  const parts: { first_day: string; last_day: string }[] = [];
  for (let day = addDays(first_day, -3); day <= end; day = addDays(day, daysPerPart)) {
    const last = addDays(day, daysPerPart - 1);
    parts.push({ first_day: day, last_day: last < end ? last : end });
  }
  return parts;
}

/** The steps from the strongest evidence to the weakest. */
const steps = [1, 2, 3, 4] as const;

/**
 * Ties rows until nothing more is certain. The rows that one step ties can make other rows certain for every step.
 * All steps are therefore repeated. Otherwise a second import of the same file would tie more than the first.
 */
async function tieAll(
  tx: Tx,
  name: AccountName & { at: Date | null },
  parts: { first_day: string; last_day: string }[],
): Promise<number> {
  let tied_count = 0;
  for (let round = 0; round < limits.statementTyingRounds; round += 1) {
    let isRepeated = false;
    for (const step of steps) {
      let tied = 0;
      for (const part of parts) tied += await tieRows(tx, { ...name, ...part, step });
      tied_count += tied;
      isRepeated ||= tied > 0 && step > 1;
    }
    if (isRepeated) continue;
    let others = 0;
    for (const part of parts) others += await tieLateReports(tx, { ...name, ...part });
    for (const part of parts) {
      const settled = await tieSettlements(tx, { ...name, ...part });
      tied_count += settled;
      others += settled;
    }
    if (others === 0) break;
  }
  return tied_count;
}

export async function judge(
  tx: Tx,
  name: AccountName & { at: Date | null },
  days: { first_day: string; last_day: string },
): Promise<{ tied_count: number; found: number[]; supported: SupportedVerdict[] }> {
  const parts = partsOf(days);
  const tied_count = await tieAll(tx, name, parts);
  await proveRefunds(tx, { ...name, ...days });
  const found: number[] = [];
  for (const part of parts) found.push(...(await judgeDays(tx, { ...name, ...part })));
  return { tied_count, found, supported: await noteSupport(tx, name) };
}

/**
 * Raises the alarms. Each unsupported mutation, up to a limit, gets its own audit entry, because a notification might
 * be forged. One notice counts all of them.
 */
export async function alarm(
  tx: Tx,
  actor: Actor,
  given: AccountName & { import_id: string; found: readonly number[]; at: Date | null },
): Promise<void> {
  const { merchant_id, import_id, found, at } = given;
  if (found.length > 0) await oweUnsupportedNotice(tx, { ...given, numbers: found });
  const named = found.slice(0, limits.statementAlarmsNamed);
  for (const each of await selectFoundUnsupported(tx, { merchant_id, numbers: named })) {
    await insertAuditEntry(tx, {
      ...actor,
      merchant_id,
      entry_id: orderedId(),
      action: "transfer.unsupported",
      object_id: each.mutation_id,
      details: {
        import_id,
        amount_parsed: each.amount_parsed,
        posted_at: each.posted_at.toISOString(),
        payment_code: each.payment_code,
        ...(found.length > named.length && { others: found.length - named.length }),
      },
      at,
    });
  }
}

/** Contradicts verdicts. A person had explained the unsupported transfers, and the bank shows the money after all. */
async function contradict(
  tx: Tx,
  actor: Actor,
  given: {
    merchant_id: string;
    import_id: string;
    supported: readonly SupportedVerdict[];
    at: Date | null;
  },
): Promise<void> {
  const { merchant_id, import_id, supported, at } = given;
  for (const { mutation_id, amount_parsed, verdict, closed_at } of supported) {
    await insertAuditEntry(tx, {
      ...actor,
      merchant_id,
      entry_id: randomUUIDv7(),
      action: "transfer.supported",
      object_id: mutation_id,
      details: { import_id, amount_parsed, verdict, closed_at: closed_at.toISOString() },
      at,
    });
  }
}
