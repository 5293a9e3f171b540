import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { readConfig, type Config } from "../start/config.ts";
import { backUp, type Backup } from "../db/backup.ts";
import { listAbandonedDrafts } from "../db/backup-file.ts";
import { DomainError } from "../domain/base/domain-error.ts";
import { localSecretFile } from "../start/local-secret.ts";
import { command, type Output } from "./command.ts";
import { refuse, withDatabase } from "./database.ts";
import { option } from "./option.ts";
import { fields } from "./print.ts";
import { line } from "./values.ts";

const backup = command({
  name: "backup",
  summary:
    "Saves the whole database, as it is at this moment, to a file, while servers run. The secrets in it stay sealed: TEPAT_SECRET is not in the file and must be kept too.",
  options: {
    to: option(line().optional(), "FILE", "a new file (default: tepat-<time>.backup here)"),
  },
  async run({ to: file = defaultName() }) {
    if (existsSync(file)) throw new DomainError(`${file} is there already: name another file.`);
    if (!existsSync(dirname(file))) throw new DomainError(`There is no folder ${dirname(file)}.`);
    const config = readConfig(process.env);
    const made = await withDatabase(config, ({ url }) => backUp(url, file), {
      kept: "no file was made.",
    }).catch(refuse);
    return report(config, file, made, await listAbandonedDrafts(dirname(file)));
  },
});

const defaultName = (): string =>
  `tepat-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}Z.backup`;

function report(config: Config, file: string, made: Backup, abandoned: string[]): Output {
  const { created_at, row_count, table_count, secret_key_ids, migrations } = made;
  const schema = migrations.at(-1);
  const data = {
    file,
    created_at,
    schema,
    table_count,
    row_count,
    secret_key_ids,
    ...(abandoned.length > 0 && { abandoned }),
  };
  const secret =
    config.secret === null ? localSecretFile(config.dataDirectory) : "the value of TEPAT_SECRET";
  return {
    data,
    text: fields(data),
    note: `Keep ${secret} too, elsewhere than this file: without it the webhook, TOTP and QRIS secrets in it cannot be read.${leftBehind(abandoned)}`,
  };
}

const leftBehind = (abandoned: readonly string[]): string =>
  abandoned.length === 0
    ? ""
    : `\nEarlier backups were killed and left unfinished files. Delete them: ${abandoned.join(", ")}`;

export const commands = [backup];
