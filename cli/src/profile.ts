import { randomBytes, randomUUID } from "node:crypto";
import { chmod, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { CliError } from "./errors.ts";

/** The file that `login` writes on this machine, readable by its user only. */
interface Kept {
  readonly url?: string;
  readonly api_key?: string;
  /** Signs what `listen` forwards. It is made here and means nothing to the gateway. */
  readonly webhook_secret?: string;
}

export interface Profile {
  readonly file: string;
  readonly url: string;
  /** The key for this address; null: there is none, and `whyNoKey` says what to do. */
  readonly api_key: string | null;
  readonly whyNoKey: string;
  readonly kept: Kept;
}

type Environment = Readonly<Record<string, string | undefined>>;

const defaultUrl = "http://localhost:8080";

/**
 * The environment comes first. A key is sent only to the gateway that it was given for: one of the environment never
 * goes to the address that `login` has kept, and a kept one to no other address.
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

/** Returns the canonical form of an address. Any other text stays as it is and is refused on use. */
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
        `Other users can read ${file}. Run chmod 600 ${file}, then revoke the key in it in the dashboard.`,
      );
    }
    const kept: unknown = JSON.parse(await readFile(file, "utf8"));
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return {};
    if (cause instanceof SyntaxError) {
      throw new CliError(`${file} is not valid JSON. Remove the file, then run ${program} login`);
    }
    throw cause;
  }
}

export const keep = ({ file, kept }: Profile, change: Kept): Promise<void> =>
  writePrivately(file, `${JSON.stringify({ ...kept, ...change }, null, 2)}\n`);

/** Written completely or not at all, and never readable by other users. */
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

/** The secret in TEPAT_WEBHOOK_SECRET; otherwise this machine's own, which stays the same. */
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
