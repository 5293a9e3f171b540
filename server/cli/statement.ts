import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { z } from "zod";
import { statementMapping, type StatementMapping } from "../contract/dashboard/statements.ts";
import { uuid } from "../contract/fields.ts";
import { limits } from "../contract/limits.ts";
import type { RefusalReason } from "../contract/refusal-reasons.ts";
import { operatorCli } from "../domain/access/audit.ts";
import { selectAccount } from "../domain/accounts/accounts.sql.ts";
import { DomainError } from "../domain/base/domain-error.ts";
import { tooLarge, type StatementSource } from "../domain/statements/statement-file.ts";
import { checkStatement, importStatement } from "../domain/statements/statement-import.ts";
import { withdrawStatement } from "../domain/statements/statement-withdrawal.ts";
import { findImport } from "../domain/statements/statement-withdrawal.sql.ts";
import { unknownAccount } from "./account.ts";
import { command } from "./command.ts";
import { withGateway } from "./database.ts";
import { flag, option } from "./option.ts";
import { fields } from "./print.ts";
import { day } from "./values.ts";

/**
 * The statement timeout. A year of a busy account has a million rows, and one statement reads its
 * sums.
 */
const millionsOfRowsMilliseconds = 60_000;

const importCommand = command({
  name: "statement import",
  summary:
    "Imports a bank statement (CSV, XLSX, XLS, MT940) and shows the transfers that it proves. Importing it again changes nothing.",
  operand: "FILE",
  options: {
    account: option(uuid(), "ID", "the account_id that account list prints"),
    from: option(day().optional(), "DAY", "the first day, for a file that names no period"),
    to: option(day().optional(), "DAY", "the last day of the period"),
    mapping: option(
      z.string().optional(),
      "FILE",
      "JSON with the meaning of each column: a StatementMapping of openapi/internal.json",
    ),
    "dry-run": flag("show the results of an import, and store nothing"),
  },
  run: ({
    operand: file,
    account: account_id,
    from,
    to,
    mapping: mappingFile,
    "dry-run": isTrial,
  }) =>
    withGateway(
      async (gateway) => {
        const account = await selectAccount(gateway.sql, account_id);
        if (!account) throw unknownAccount(account_id);
        const { merchant_id } = account;
        const source = { merchant_id, ...(await fileSource(file)) };
        const period = { first_day: from ?? null, last_day: to ?? null };
        const mapping = mappingFile === undefined ? null : await readMapping(mappingFile, period);
        const work = isTrial ? checkStatement : importStatement;
        const result = await work(gateway, operatorCli, {
          merchant_id,
          account_id,
          source,
          mapping,
          period,
        }).catch(nameMapping);
        const { unsupported_count } = result;
        return {
          data: result,
          text: fields(result),
          ...(unsupported_count > 0 && {
            note: `${unsupported_count} ${unsupported_count === 1 ? "transfer has" : "transfers have"} no row in the statement. A notification might be forged or misread. Review them in the dashboard, under Bank statements.`,
          }),
        };
      },
      { statementMilliseconds: millionsOfRowsMilliseconds },
    ),
});

/**
 * Explains the refusal of an unknown layout. The dashboard asks a person for the columns; a command reads
 * them from a file.
 */
function nameMapping(cause: unknown): never {
  const { reason } = cause as { reason?: RefusalReason };
  if (reason?.code !== "statement_unknown_layout") throw cause;
  throw new DomainError(
    "Tepat does not know this kind of file. Write the meaning of each column into a JSON file, and pass the file as --mapping FILE. StatementMapping in openapi/internal.json describes the format.",
    { cause },
  );
}

const unknownFile = (file: string): DomainError =>
  new DomainError(`There is no file ${file}. Check the path.`);

async function readMapping(
  file: string,
  period: { first_day: string | null; last_day: string | null },
): Promise<StatementMapping> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) throw unknownFile(file);
  const read = statementMapping.safeParse(parsed(text));
  if (!read.success) {
    const [issue] = read.error.issues;
    const problem =
      text === undefined || issue === undefined || issue.path.length === 0
        ? "the file must be a JSON object"
        : `${issue.path.join(".")} ${issue.message}`;
    throw new DomainError(
      `${file} is not a column mapping: ${problem}. StatementMapping in openapi/internal.json describes the format.`,
    );
  }
  const { first_day, last_day, ...columns } = read.data;
  return {
    ...columns,
    first_day: period.first_day ?? first_day,
    last_day: period.last_day ?? last_day,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const withdrawCommand = command({
  name: "statement withdraw",
  summary:
    "Withdraws an import: removes its rows, their proofs, and the alarms that only this import raised. Fails if recorded money has paid an invoice, is booked for one or was refunded, or if a row proves a refund.",
  operand: "IMPORT_ID",
  options: {},
  run: ({ operand: import_id }) =>
    withGateway(async (gateway) => {
      const unknown = () =>
        new DomainError(
          `There is no import ${import_id}. Use the import_id that statement import printed.`,
        );
      if (!uuid().safeParse(import_id).success) throw unknown();
      const name = await findImport(gateway.sql, import_id);
      if (!name) throw unknown();
      const result = await withdrawStatement(gateway, operatorCli, name);
      return { data: result, text: fields(result) };
    }),
});

async function fileSource(file: string): Promise<Omit<StatementSource, "merchant_id">> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw unknownFile(file);
  if (found.size > limits.statementFileBytes) throw tooLarge(limits.statementFileBytes);
  return {
    file_name: basename(file).slice(0, limits.textCharacters),
    file_bytes: found.size,
    rows_max: Infinity,
    open: () => createReadStream(file),
  };
}

export const commands = [importCommand, withdrawCommand];
