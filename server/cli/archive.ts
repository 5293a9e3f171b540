import { z } from "zod";
import type { ArchiveManifest } from "../domain/upkeep/archive-folder.ts";
import { verifyFolder } from "../domain/upkeep/archive-folder.ts";
import { removeArchived, restoreArchive, writeArchive } from "../domain/upkeep/archive.ts";
import { readConfig } from "../start/config.ts";
import { command, type Output } from "./command.ts";
import { withDatabase } from "./database.ts";
import { refuseUnlessSaid } from "./disk-faults.ts";
import { flag, option } from "./option.ts";
import { fields } from "./print.ts";
import { UsageError } from "./usage-error.ts";
import { line } from "./values.ts";

const monthPattern = /^[1-9]\d{3}-(0[1-9]|1[0-2])$/;

const archive = command({
  name: "archive",
  summary:
    "Writes the ended invoices created in a month, with all their records, to a folder of compressed CSV files with checksums. With --remove, also verifies the folder, then removes invoices older than RETENTION_BOOKS_DAYS from the database. You can safely repeat an interrupted run.",
  operand: "MONTH",
  options: {
    to: option(line(), "FOLDER", "a new folder, or the folder of the same archive"),
    merchant: option(z.uuid("must be the id of a merchant").optional(), "ID", "only this merchant"),
    remove: flag("also remove the verified archive's records from the database"),
  },
  async run({ operand: month, to: folder, merchant = null, remove }) {
    if (!monthPattern.test(month)) {
      throw new UsageError(
        `MONTH must be a month such as 2026-03, not ${JSON.stringify(month)}. To see the options, run npx tepat archive --help`,
      );
    }
    const config = readConfig(process.env);
    const { quotaTimeZone: timeZone, retention } = config;
    return withDatabase(
      config,
      async ({ url }) => {
        const content = await writeArchive(url, { month, merchant_id: merchant, folder, timeZone });
        if (!remove) return report(folder, content);
        const { booksDays } = retention;
        const removal = await removeArchived(url, { folder, content, booksDays });
        return report(folder, content, removal);
      },
      { kept: "Finished tables are kept." },
    ).catch(refuseUnlessWritten);
  },
});

const verify = command({
  name: "archive verify",
  summary:
    "Reads every byte of an archive, and checks that it is complete and unchanged. Needs no database.",
  operand: "FOLDER",
  options: {},
  run: async ({ operand: folder }) => report(folder, await verifyFolder(folder)),
});

const restore = command({
  name: "archive restore",
  summary:
    "Restores the missing rows of an archive while servers run. If the database has no such merchant, creates a read-only copy without keys or passwords.",
  operand: "FOLDER",
  options: {},
  async run({ operand: folder }) {
    const config = readConfig(process.env);
    const { quotaTimeZone: timeZone } = config;
    const restored = await withDatabase(
      config,
      ({ url }) => restoreArchive(url, { folder, timeZone }),
      { kept: "Restored rows are kept." },
    ).catch(refuseUnlessWritten);
    const data = { folder, ...restored };
    return {
      data,
      text: fields(data),
      ...(restored.changed > 0 && {
        note: "Some rows have changed since the archive was written, and stay as they are.",
      }),
    };
  },
});

const refuseUnlessWritten = refuseUnlessSaid(
  (message) => `The archive cannot be written: ${message}. Run the command again.`,
);

function report(folder: string, content: ArchiveManifest, more: object = {}): Output {
  const { month, merchant_id, created_at, pending_count, tables } = content;
  const rowsOf = (wanted: string) => tables.find(({ name }) => name === wanted)?.row_count ?? 0;
  const data = {
    folder,
    month,
    merchant_id,
    created_at,
    payment_count: rowsOf("payments"),
    payment_total: Number(tables.find(({ name }) => name === "payments")?.sum?.total ?? 0),
    mutation_count: rowsOf("mutations"),
    pending_count,
    ...more,
  };
  return { data, text: fields(data) };
}

export const commands = [verify, restore, archive];
