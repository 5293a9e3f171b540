import { readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CliError } from "./errors.ts";
import { writePrivately, type Profile } from "./profile.ts";

/** The address to which `listen` forwards on this machine, for `events resend --to-listener`. */
export interface Listener {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const fileOf = ({ file }: Profile): string => join(dirname(file), "listener.json");

/** Stores the listener's address. A newer `listen` replaces the stored one. */
export async function announce(profile: Profile, listener: Listener): Promise<() => Promise<void>> {
  const file = fileOf(profile);
  const text = `${JSON.stringify({ ...listener, pid: process.pid })}\n`;
  await writePrivately(file, text);
  return async () => {
    const present = await readFile(file, "utf8").catch(() => null);
    if (present === text) await rm(file, { force: true });
  };
}

export async function findListener(profile: Profile, program: string): Promise<Listener> {
  try {
    const { url, headers, pid } = JSON.parse(
      await readFile(fileOf(profile), "utf8"),
    ) as Listener & {
      pid: number;
    };
    // Throws if that command has ended without removing its file.
    process.kill(pid, 0);
    return { url, headers };
  } catch (cause) {
    throw new CliError(
      `No ${program} listen --forward-to runs on this machine. Start it, then send the event again.`,
      { cause },
    );
  }
}
