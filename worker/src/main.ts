import { parseArgs } from "node:util";
import { dataDirectory, makeDirectory } from "./config.ts";
import { UserFacingError } from "./user-facing-error.ts";
import { discardHeld, heldReports, openOutbox, type Outbox } from "./outbox.sql.ts";
import { outboxIn } from "./outbox-file.ts";
import { register } from "./register.ts";
import { run } from "./run.ts";
import { selfTest } from "./self-test.ts";
import { status } from "./status.ts";
import { version } from "./version.ts";

const help = `tepat-worker ${version}: reports this phone's bank notifications to a Tepat server

  tepat-worker register --pairing CODE|- --name NAME
      registers this phone with the text of a pairing QR code of the dashboard
  tepat-worker register --server URL --key KEY|- --name NAME
      registers this phone with the API key
  A - reads the code or the key from standard input, which leaves no trace in the shell's history.
  tepat-worker run
      watches and reports until it is stopped
  tepat-worker status
      shows approval, the queue and problems
  tepat-worker held [--discard]
      prints the notifications that were seen for another shop or gateway, or deletes them
  tepat-worker self-test
      posts a notification like a bank's and checks that it can be read with its text

Registration and queue are kept in ~/.tepat-worker (TEPAT_WORKER_DIR names another folder).`;

const texts = { type: "string" } as const;

function readCommand(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        server: texts,
        key: texts,
        pairing: texts,
        name: texts,
        discard: { type: "boolean" },
        help: { type: "boolean", short: "h" },
        version: { type: "boolean" },
      },
    });
  } catch (cause) {
    throw new UserFacingError(`${(cause as Error).message} (see tepat-worker --help)`, { cause });
  }
}

async function main(args: string[]): Promise<string> {
  const { values, positionals } = readCommand(args);
  if (values.version) return version;
  const [command, ...rest] = positionals;
  if (values.help || command === undefined) return help;
  if (rest.length > 0)
    throw new UserFacingError(
      `Unknown argument ${rest.join(" ")}. To see the commands, run tepat-worker --help`,
    );
  const directory = dataDirectory(process.env);
  await makeDirectory(directory);
  switch (command) {
    case "register": {
      const { server, key, pairing, name } = values;
      if (pairing && name && !server && !key) return register(directory, { pairing, name });
      if (!server || !key || !name || pairing) {
        throw new UserFacingError("Give --pairing and --name, or --server, --key and --name.");
      }
      return register(directory, { server, key, name });
    }
    case "run":
      return run(directory);
    case "status":
      return status(directory);
    case "held":
      return held(openOutbox(outboxIn(directory)), values.discard === true);
    case "self-test":
      return selfTest(openOutbox(outboxIn(directory)));
    default:
      throw new UserFacingError(
        `Unknown command ${command}. To see the commands, run tepat-worker --help`,
      );
  }
}

function held(outbox: Outbox, isDiscarded: boolean): string {
  if (isDiscarded) return `${discardHeld(outbox)} notifications were deleted.`;
  return heldReports(outbox)
    .map((report) => JSON.stringify(report))
    .join("\n");
}

// Only the owner can read the files, even in a folder that another user created.
process.umask(0o077);

try {
  console.log(await main(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof UserFacingError ? error.message : error);
  process.exitCode = 1;
}
