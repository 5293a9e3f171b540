import { spawn } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the command that opens a file in the person's browser. Returns null on a machine without a desktop, if the
 * person works from another machine, and under sudo, where the browser would run as root.
 */
export function browserCommand(
  file: string,
  platform: NodeJS.Platform,
  env: Environment,
): readonly [program: string, ...words: string[]] | null {
  if (env["SSH_CONNECTION"] || env["SUDO_USER"]) return null;
  if (platform === "darwin") return ["open", file];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", file];
  return env["DISPLAY"] || env["WAYLAND_DISPLAY"] ? ["xdg-open", file] : null;
}

const pageIn = (dataDirectory: string): string =>
  resolve(join(dataDirectory, "first-account.html"));

/**
 * Opens a secret address in the browser. The command opens a page that redirects to the address and that only this
 * user can read, because every user of the machine can read a command's words. The address is printed too, so a
 * browser that does not open is no error.
 */
export async function openBrowser(
  url: string,
  dataDirectory: string,
  { platform, env }: { platform: NodeJS.Platform; env: Environment } = process,
): Promise<void> {
  const page = pageIn(dataDirectory);
  const [program, ...words] = browserCommand(page, platform, env) ?? [];
  if (program === undefined) return;
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  await writeFile(page, pageTo(url), { mode: 0o600, flag: "wx" });
  const child = spawn(program, words, { stdio: "ignore", detached: true, env });
  child.on("error", () => {});
  child.unref();
}

/**
 * Deletes the page of this start or an earlier one. Errors are ignored, because `openBrowser` writes no page while an
 * old one exists.
 */
export const forgetAddress = (dataDirectory: string): Promise<void> =>
  rm(pageIn(dataDirectory), { force: true }).catch(() => {});

/** The page needs no escaping: `URL` encodes quotes and angle brackets as %22, %3C and %3E. */
const pageTo = (url: string): string => `<!doctype html>
<meta charset="utf-8">
<title>Tepat</title>
<meta http-equiv="refresh" content="0; url=${new URL(url).href}">
<a href="${new URL(url).href}">Tepat</a>
`;
