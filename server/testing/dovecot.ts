import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { chown, rename, utimes, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "./free-port.ts";

/** Debian's Dovecot (dovecot-imapd) with a mailbox for any name and a password from the test. */

const program = ["/usr/sbin/dovecot", "/usr/local/sbin/dovecot"].find((file) => existsSync(file));
const isRoot = process.getuid?.() === 0;

/** The reason why tests with Dovecot cannot run here, or null. */
export const noDovecot: string | null =
  program === undefined
    ? "there is no Dovecot: apt-get install dovecot-imapd"
    : isRoot
      ? null
      : "Dovecot needs root";

export interface Dovecot {
  readonly port: number;
  /** Delivers an email into the inbox's Maildir, as a mail server does, or into another folder. */
  deliver(
    user: string,
    mail: string | Buffer,
    options?: { arrivedAt?: Date; folder?: string },
  ): Promise<void>;
  createFolder(user: string, folder: string): Promise<void>;
  deleteFolder(user: string, folder: string): Promise<void>;
  setPassword(password: string): void;
  renumber(user: string, uidValidity: number): Promise<void>;
  /** Returns the successful and refused logins, and the bytes sent to the client, from Dovecot's log. */
  log(): string;
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Starts Dovecot. With `introspection_url`, Dovecot also accepts the access tokens (XOAUTH2) that the
 * server there knows.
 */
export async function startDovecot(
  password: string,
  { introspection_url = null }: { introspection_url?: string | null } = {},
): Promise<Dovecot> {
  const directory = mkdtempSync(path.join(tmpdir(), "tepat-dovecot-"));
  chmodSync(directory, 0o755);
  const port = await freePort();
  const [uid, gid] = ["-u", "-g"].map((option) =>
    Number(execFileSync("id", [option, "mail"], { encoding: "utf8" })),
  ) as [number, number];
  const mails = path.join(directory, "mail");
  mkdirSync(mails);
  chownSync(mails, uid, gid);
  const at = (name: string) => path.join(directory, name);
  const configuration = at("dovecot.conf");
  const writePassword = (text: string) =>
    writeFileSync(
      configuration,
      `
base_dir = ${at("run")}
state_dir = ${at("state")}
log_path = ${at("log")}
auth_verbose = yes
mail_log_prefix = "%s(%u): "
imap_logout_format = fetched=%{fetch_hdr_count}/%{fetch_body_count} out=%o
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_failure_delay = 0
mail_location = maildir:${mails}/%u
mail_uid = ${uid}
mail_gid = ${gid}
first_valid_uid = 1
${introspection_url === null ? "" : tokenLogins(at("oauth2.conf"))}
passdb {
  driver = static
  args = password=${text}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${mails}/%u
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`,
    );
  writePassword(password);
  if (introspection_url !== null) {
    writeFileSync(
      at("oauth2.conf"),
      `
introspection_mode = post
introspection_url = ${introspection_url}
username_attribute = email
active_attribute = active
active_value = true
`,
    );
  }
  let running: ChildProcess | undefined;

  const start = async () => {
    running = spawn(program as string, ["-F", "-c", configuration], { stdio: "ignore" });
    for (let left = 200; !(await answers(port)); left--) {
      if (left === 0) throw new Error("Dovecot does not answer");
      await wait(25);
    }
  };
  const stop = async () => {
    if (running === undefined || running.exitCode !== null) return;
    const ended = once(running, "exit");
    running.kill("SIGTERM");
    await ended;
  };
  const admin = (...options: string[]) =>
    promisify(execFile)("doveadm", ["-c", configuration, ...options]);
  await start();

  return {
    port,
    start,
    stop,
    setPassword(text) {
      writePassword(text);
    },
    async createFolder(user, folder) {
      await admin("mailbox", "create", "-u", user, folder);
    },
    async deleteFolder(user, folder) {
      await admin("mailbox", "delete", "-u", user, folder);
    },
    async deliver(user, mail, { arrivedAt, folder } = {}) {
      if (folder !== undefined) {
        const saved = at(`${randomUUID()}.eml`);
        await writeFile(saved, mail, { mode: 0o644 });
        await admin("save", "-u", user, "-m", folder, saved);
        return;
      }
      const home = path.join(mails, user);
      for (const folder of ["", "tmp", "new", "cur"]) {
        const made = path.join(home, folder);
        mkdirSync(made, { recursive: true });
        await chown(made, uid, gid);
      }
      const name = `${Date.now()}.${randomUUID()}.test`;
      const file = path.join(home, "tmp", name);
      await writeFile(file, mail);
      await chown(file, uid, gid);
      if (arrivedAt) await utimes(file, arrivedAt, arrivedAt);
      await rename(file, path.join(home, "new", name));
    },
    async renumber(user, uidValidity) {
      await admin("mailbox", "update", "--uid-validity", String(uidValidity), "-u", user, "INBOX");
    },
    log: () => execFileSync("cat", [at("log")], { encoding: "utf8" }),
    async remove() {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const tokenLogins = (file: string) => `
auth_mechanisms = plain xoauth2
passdb {
  driver = oauth2
  mechanisms = xoauth2
  args = ${file}
}`;

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("data", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
