import { spawn } from "node:child_process";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the command that opens an address in the person's browser; null on a machine without a desktop, or if the
 * person sits at another machine.
 */
export function browserCommand(
  url: string,
  platform: NodeJS.Platform,
  env: Environment,
): readonly [program: string, ...words: string[]] | null {
  if (env["SSH_CONNECTION"]) return null;
  if (platform === "darwin") return ["open", url];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", url];
  return env["DISPLAY"] || env["WAYLAND_DISPLAY"] ? ["xdg-open", url] : null;
}

/** The address is printed too, so a browser that does not open is no failure. */
export function openBrowser(url: string): void {
  const [program, ...words] = browserCommand(url, process.platform, process.env) ?? [];
  if (program === undefined) return;
  const child = spawn(program, words, { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
