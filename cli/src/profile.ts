import { randomBytes, randomUUID } from "node:crypto";
import { chmod, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { CliError } from "./errors.ts";

/** The file that `login` writes on this machine. Only its user can read it. */
interface Kept {
  readonly url?: string;
  readonly api_key?: string;
  /**
   * The secret that signs the events that `listen` forwards. It is created on this machine; the
   * gateway does not know it.
   */
  readonly webhook_secret?: string;
}

export interface Profile {
  readonly file: string;
  readonly url: string;
  /** The key for this address, or null if there is none. `whyNoKey` then gives the next step. */
  readonly api_key: string | null;
  readonly whyNoKey: string;
  readonly kept: Kept;
}

type Environment = Readonly<Record<string, string | undefined>>;

const defaultUrl = "http://localhost:8080";

/**
 * Reads the settings. The environment has priority over the file. A key is sent only to its own gateway: a key from
 * the environment never goes to the stored address, and a stored key never goes to another address.
 */
export async function readProfile(env: Environment, program: string): Promise<Profile> {
  const file = fileOf(env);
  const kept = await readKept(file, program);
  const key = env["TEPAT_API_KEY"] || null;
  const keptUrl = addressOf(kept.url || defaultUrl);
  const url = addressOf(env["TEPAT_URL"] || keptUrl);
  const of = { file, url, kept };
  if (key !== null) {
    const isMeantFor = Boolean(env["TEPAT_URL"]) || url === defaultUrl;
    const whyNoKey = `TEPAT_API_KEY might belong to a gateway other than ${url}, where you logged in. Set TEPAT_URL too.`;
    return { ...of, api_key: isMeantFor ? key : null, whyNoKey };
  }
  if (kept.api_key !== undefined && url !== keptUrl) {
    const whyNoKey = `The saved key is for ${keptUrl}, but TEPAT_URL is ${url}. Set TEPAT_API_KEY too.`;
    return { ...of, api_key: null, whyNoKey };
  }
  const whyNoKey = `No API key is set. Run ${program} login, or set TEPAT_API_KEY and TEPAT_URL.`;
  return { ...of, api_key: kept.api_key ?? null, whyNoKey };
}

/** Returns the canonical form of an address. Other text stays unchanged, and is refused on use. */
function addressOf(text: string): string {
  return (URL.canParse(text) ? new URL(text).href : text).replace(/\/+$/, "");
}

function fileOf(env: Environment): string {
  const folder =
    env["XDG_CONFIG_HOME"] || (process.platform === "win32" ? env["APPDATA"] : undefined);
  return join(folder || join(homedir(), ".config"), "tepat", "cli.json");
}

async function readKept(file: string, program: string): Promise<Kept> {
  try {
    const { mode } = await stat(file);
    if (process.platform !== "win32" && (mode & 0o077) !== 0) {
      throw new CliError(
        `Other users can read ${file}. Run chmod 600 ${file}, then revoke its key in the dashboard.`,
      );
    }
    const kept: unknown = JSON.parse(await readFile(file, "utf8"));
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return {};
    if (cause instanceof SyntaxError) {
      throw new CliError(`${file} is not valid JSON. Remove the file, then run ${program} login.`);
    }
    throw cause;
  }
}

export const keep = ({ file, kept }: Profile, change: Kept): Promise<void> =>
  writePrivately(file, `${JSON.stringify({ ...kept, ...change }, null, 2)}\n`);

/** Writes a file completely or not at all. Other users can never read it. */
export async function writePrivately(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.close();
    await chmod(draft, 0o600);
    await rename(draft, file);
  } catch (cause) {
    await rm(draft, { force: true });
    throw cause;
  }
}

/**
 * Returns the secret in TEPAT_WEBHOOK_SECRET, otherwise this machine's own secret, which stays the
 * same.
 */
export async function signingSecret(
  profile: Profile,
  env: Environment,
): Promise<{ secret: string; isOfMachine: boolean }> {
  const own = env["TEPAT_WEBHOOK_SECRET"];
  if (own) return { secret: own, isOfMachine: false };
  const { webhook_secret } = profile.kept;
  if (webhook_secret !== undefined) return { secret: webhook_secret, isOfMachine: true };
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  await keep(profile, { webhook_secret: secret });
  return { secret, isOfMachine: true };
}
