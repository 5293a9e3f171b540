import { execFile, execFileSync, spawnSync } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commands } from "../cli/backup.ts";
import { createSecretBox } from "../domain/security/secrets.ts";
import { strangeKey } from "../domain/upkeep/sealed-values.ts";
import { gatewayOfCli, settingsOf } from "../testing/cli-process.ts";
import { noCaddy, startCaddy } from "../testing/caddy.ts";
import { createTestDatabase } from "../testing/database.ts";
import { readServiceUnit } from "../release/unit-file.ts";
import { pendingPayment, shopWithAccount } from "../testing/fixtures.ts";
import { startServerProcess } from "../testing/server-process.ts";

/** Tests the files of deploy/ with the programs that read them. */

const deploy = join(import.meta.dirname, "../../deploy");
const isMissing = (program: string, flag: string) => spawnSync(program, [flag]).status !== 0;

const noSystemd = isMissing("systemd-analyze", "--version");
const units = (await readdir(deploy)).filter((name) => /\.(?:service|timer)$/.test(name));
describe.skipIf(noSystemd)(`a unit${noSystemd ? " (skipped: no systemd-analyze)" : ""}`, () => {
  /**
   * systemd-analyze also checks that the program and a timer's service exist. This machine has them in other
   * places.
   */
  const verify = async (name: string, change: (unit: string) => string = (unit) => unit) => {
    const folder = await mkdtemp(join(tmpdir(), "tepat-unit-"));
    try {
      for (const each of units) {
        const unit = await readFile(join(deploy, each), "utf8");
        const here = unit.replaceAll("/usr/lib/tepat/bin/node", process.execPath);
        await writeFile(join(folder, each), each === name ? change(here) : here);
      }
      const file = join(folder, name.replace("@.", "@all."));
      const env = { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` };
      return (await promisify(execFile)("systemd-analyze", ["verify", file], { env })).stderr;
    } finally {
      await rm(folder, { recursive: true });
    }
  };

  test.each(units)("has no line that systemd would ignore: %s", async (name) => {
    expect(await verify(name)).toBe("");
  });

  test("with a mistake fails the check", async () => {
    expect(
      await verify("tepat@.service", (unit) => unit.replace("ProtectProc=", "ProtectProk=")),
    ).toContain("ProtectProk");
    await expect(
      verify("tepat-backup.timer", (unit) => unit.replace("01:30", "25:30")),
    ).rejects.toThrow("calendar specification");
  });

  /**
   * Returns a unit as systemd reads it. With --test, systemd loads and prints the unit and starts
   * nothing.
   */
  const readBySystemd = async (text: string, instance: string) => {
    const folder = await mkdtemp(join(tmpdir(), "tepat-unit-"));
    try {
      await chmod(folder, 0o755);
      await writeFile(join(folder, "tepat@.service"), text);
      const asStranger = ["--reuid=65534", "--regid=65534", "--clear-groups"];
      const program = ["/usr/lib/systemd/systemd", "--test", "--system", "--no-pager"];
      const command = [...asStranger, ...program, `--unit=tepat@${instance}.service`];
      const env = {
        PATH: process.env["PATH"],
        SYSTEMD_UNIT_PATH: `${folder}:`,
        SYSTEMD_LOG_LEVEL: "err",
      };
      const options = { env, maxBuffer: 2 ** 26 };
      const { stdout } = await promisify(execFile)("setpriv", command, options);
      const [, unit = ""] = stdout.split(`-> Unit tepat@${instance}.service:`);
      const [own = ""] = unit.split("-> Unit ");
      const all = (label: string) =>
        [...own.matchAll(new RegExp(`^\\s*${label}: (.*)$`, "gm"))].map(([, value = ""]) => value);
      const [printedCommand = ""] = all("Command Line");
      return {
        user: all("User")[0],
        group: all("Group")[0],
        workingDirectory: all("WorkingDirectory")[0],
        environment: Object.fromEntries(
          all("Environment").map((line) => [line.split("=")[0], line.slice(line.indexOf("=") + 1)]),
        ) as Record<string, string>,
        environmentFiles: all("EnvironmentFile").map((file) => ({
          file: file.replace(/^-/, ""),
          isOptional: file.startsWith("-"),
        })),
        // systemd prints the words as a shell reads them.
        command: execFileSync("sh", ["-c", `printf '%s\\n' ${printedCommand}`], {
          encoding: "utf8",
        })
          .trimEnd()
          .split("\n"),
      };
    } finally {
      await rm(folder, { recursive: true });
    }
  };

  const isRoot = process.getuid?.() === 0;
  test.skipIf(!isRoot).each(units.filter((name) => name.endsWith(".service")))(
    `is read by systemd as the installation's test reads it: %s${isRoot ? "" : " (skipped: no root)"}`,
    async (name) => {
      const text = await readFile(join(deploy, name), "utf8");
      expect(readServiceUnit(text, "api-1")).toEqual(await readBySystemd(text, "api-1"));
    },
  );

  test.skipIf(!isRoot)(
    `with quotes, escapes and continued lines is read in the same way${isRoot ? "" : " (skipped: no root)"}`,
    async () => {
      const text = String.raw`
[Unit]
Description=Words
[Service]
; a comment
User=nobody
Group=nogroup
WorkingDirectory=/srv/%i
Environment=A=gone
Environment=
Environment="A=two words" 'B=it is "said"' C=a\x20b D=50%% \
# a comment between
  E=$A
EnvironmentFile=/etc/first
EnvironmentFile=-/etc/%i.env
ExecStart=/bin/echo "two words" 'single "double"' plain\x20blank --name=%i "50%%" \
  $A "$$${"{B}"}" last
`;
      expect(readServiceUnit(text, "all")).toEqual(await readBySystemd(text, "all"));
    },
  );

  test("of the backups runs an existing command", async () => {
    const names = commands.map(({ name }) => name);
    for (const name of units.filter((each) => /backup.*\.service$/.test(each))) {
      const unit = await readFile(join(deploy, name), "utf8");
      const [, words = ""] = /^ExecStart=\S+ server\/cli\/main\.mjs (.+)$/m.exec(unit) ?? [];
      expect(names).toContain(words.replace(/ --.*/, ""));
    }
  });
});

test("of the backups makes one at once and each day, and a trial after a week without one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tepat-backups-service-"));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true }));
  const log = join(folder, "log");
  const program = async (name: string, script: string) =>
    writeFile(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  await program(
    "tepat",
    `echo "$@" >> ${log}; [ "$2" = run ] || touch ${folder}/.status-restore.json`,
  );
  // Two days pass at once. On the third, the container is stopped.
  await program(
    "sleep",
    `echo "sleep $1" >> ${log}; [ "$(grep -c sleep ${log})" -lt 3 ] || kill $PPID`,
  );
  const env = { PATH: `${folder}:${process.env["PATH"]}`, BACKUP_DIR: folder };
  const { signal } = spawnSync(join(deploy, "tepat-backups"), { env });
  expect(signal).toBe("SIGTERM");
  expect((await readFile(log, "utf8")).trim().split("\n")).toEqual([
    "backup run",
    "backup verify --restore",
    "sleep 86400",
    "backup run",
    "sleep 86400",
    "backup run",
    "sleep 86400",
  ]);
});

describe("the command line beside the unit", () => {
  /** Runs the package's program with the arguments, in this machine's folders. */
  async function runAsInstalled(settings: string, ...args: string[]) {
    const folder = await mkdtemp(join(tmpdir(), "tepat-installed-"));
    try {
      const program = join(folder, "tepat");
      const here = (text: string) =>
        text
          .replaceAll("/etc/tepat/", `${folder}/`)
          .replaceAll("/var/lib/tepat", join(folder, "data"))
          .replaceAll("/usr/lib/tepat/bin/node", process.execPath)
          .replaceAll("/usr/lib/tepat", join(deploy, ".."));
      const packaged = await readFile(join(deploy, "tepat-on-systemd"), "utf8");
      await writeFile(program, here(packaged), { mode: 0o755 });
      await writeFile(join(folder, "tepat.env"), settings);
      const env = { PATH: process.env["PATH"], HOME: folder };
      return await promisify(execFile)(program, args, { env, cwd: folder }).then(
        ({ stdout }) => ({ code: 0, stdout, stderr: "" }),
        (error: { code: number; stdout: string; stderr: string }) => error,
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  const secret = String.raw`a 'secret' of $HOME & "more" #1 \ for sealing`;
  const written = secret.replaceAll(/["\\]/g, String.raw`\$&`);

  test.each([
    ["as they are", (url: string) => url, written.replaceAll("'", String.raw`\'`)],
    ["in double quotes", (url: string) => `"${url.replace("$", String.raw`\$`)}"`, `"${written}"`],
    ["in quoted parts", (url: string) => `'${url}'`, `'a '"${written.slice(2)}"`],
  ])("opens the service's database, with values %s", async (_, quoted, secretAsWritten) => {
    await using stack = new AsyncDisposableStack();
    const database = stack.adopt(await createTestDatabase(), ({ drop }) => drop());
    const url = `${database.url}?sslmode=disable&application_name=till$1`;
    const settings = `# of the service\nDATABASE_URL=${quoted(url)}\nTEPAT_SECRET=${secretAsWritten}\n`;
    const merchant = "merchant create --name Toko --email toko@example.com --json".split(" ");
    expect(await runAsInstalled(settings, ...merchant)).toMatchObject({ code: 0 });
    const [merchants] = await database.sql`select count(*)::int as count from merchants`;
    expect(merchants).toEqual({ count: 1 });
    expect(await strangeKey({ sql: database.sql, secrets: createSecretBox(secret) })).toBeNull();
    expect(
      await strangeKey({ sql: database.sql, secrets: createSecretBox("x".repeat(40)) }),
    ).not.toBeNull();
  });

  test("opens no other database if the service's address is missing", async () => {
    const settings = "#DATABASE_URL=postgres://tepat@127.0.0.1/tepat\n";
    const { code, stdout, stderr } = await runAsInstalled(settings, "migrate");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("A gateway with NODE_ENV=production needs a DATABASE_URL");
  });
});

describe.skipIf(noCaddy)(`Caddy before the gateway${noCaddy ? " (skipped: no caddy)" : ""}`, () => {
  const started = new AsyncDisposableStack();
  let port: number;
  let certificate: string;
  let checkout: string;

  beforeAll(async () => {
    const database = started.adopt(await createTestDatabase(), ({ drop }) => drop());
    const gateway = gatewayOfCli(database);
    const { payment_id } = await pendingPayment(gateway, await shopWithAccount(gateway));
    checkout = `/checkout/${payment_id}`;
    const { PORT: _, ...settings } = settingsOf(database);
    const server = started.adopt(
      await startServerProcess({
        ...settings,
        HOST: "127.0.0.1",
        TRUST_PROXY: "1",
        RATE_LIMIT_CHECKOUT: "3",
        LOG_LEVEL: "error",
      }),
      ({ kill }) => kill(),
    );
    const caddy = started.adopt(await startCaddy(server.url), ({ stop }) => stop());
    ({ port, certificate } = caddy);
  });
  afterAll(() => started.disposeAsync());

  const ask = (
    path: string,
    { from = "127.0.0.1", headers = {} }: { from?: string; headers?: Record<string, string> } = {},
  ) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const asked = request(
        {
          host: "127.0.0.1",
          port,
          servername: "localhost",
          path,
          ca: certificate,
          localAddress: from,
          headers: { host: "localhost", ...headers },
          agent: false,
        },
        (answer) => {
          let body = "";
          answer.setEncoding("utf8");
          answer.on("data", (text: string) => (body += text));
          answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body }));
        },
      );
      asked.on("error", reject).end();
    });

  test("has a verified certificate, and the gateway answers through it", async () => {
    expect(await ask("/readyz")).toMatchObject({ status: 200 });
    expect((await ask(checkout)).body).toContain('"success":true');
  });

  test("hides the metrics from outside", async () => {
    expect(await ask("/metrics")).toMatchObject({ status: 404 });
  });

  test("gives each client its own limit, which a forged address does not change", async () => {
    const from = "127.0.0.7";
    const statuses: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const headers = { "X-Forwarded-For": `10.0.0.${turn}` };
      statuses.push((await ask(checkout, { from, headers })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
    expect(await ask(checkout, { from: "127.0.0.8" })).toMatchObject({ status: 200 });
  });
});
