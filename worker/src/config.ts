import { mkdir, open, readFile, rename } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { UserFacingError } from "./user-facing-error.ts";
import { limits } from "./limits.ts";

/** The stored part of the phone's registration. The API key is not stored. */
export interface Config {
  server_url: string;
  device_id: string;
  device_name: string;
  device_token: string;
  /**
   * The installation's id. It is created once, so that the device keeps its identity on the server
   * after a new registration.
   */
  installation_id: string;
  poll_seconds: number;
}

export function dataDirectory(environment: Readonly<Record<string, string | undefined>>): string {
  return environment["TEPAT_WORKER_DIR"] || join(homedir(), ".tepat-worker");
}

const fileIn = (directory: string) => join(directory, "config.json");

/** Reads the configuration. Returns null before the first registration. */
export async function readConfig(directory: string): Promise<Config | null> {
  const text = await readFile(fileIn(directory), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  try {
    return checked(JSON.parse(text));
  } catch (cause) {
    throw new UserFacingError(
      `${fileIn(directory)} is damaged (${(cause as Error).message}). Remove the file, then register again. The queue is kept.`,
      { cause },
    );
  }
}

export async function requireConfig(directory: string): Promise<Config> {
  const config = await readConfig(directory);
  if (config) return config;
  throw new UserFacingError(
    "This phone is not registered. To register it, see tepat-worker register --help",
  );
}

/**
 * Writes the configuration completely or not at all, even if the power fails. Only the owner can
 * read the file.
 */
export async function writeConfig(directory: string, config: Config): Promise<void> {
  await makeDirectory(directory);
  const unfinished = `${fileIn(directory)}.${process.pid}`;
  const file = await open(unfinished, "w", 0o600);
  try {
    await file.writeFile(`${JSON.stringify(config, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, fileIn(directory));
}

export async function makeDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
}

function checked(value: unknown): Config {
  const config = { poll_seconds: limits.pollSecondsDefault, ...(value as Partial<Config>) };
  const texts = ["server_url", "device_id", "device_name", "device_token", "installation_id"];
  const missing = texts.find((name) => typeof config[name as keyof Config] !== "string");
  if (missing !== undefined) throw new Error(`${missing} is missing`);
  const { poll_seconds } = config;
  if (!(poll_seconds >= limits.pollSecondsMin && poll_seconds <= limits.pollSecondsMax)) {
    throw new Error(
      `poll_seconds is not a number from ${limits.pollSecondsMin} to ${limits.pollSecondsMax}`,
    );
  }
  return config as Config;
}
