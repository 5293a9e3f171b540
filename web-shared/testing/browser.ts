/**
 * A real Chromium for tests, out of an npm package: nothing need be installed on the machine. For this page's tests
 * and for any other package's.
 */

import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import packedChromium, { inflate } from "@sparticuz/chromium";
import { chromium, type Browser, type BrowserServer, type LaunchOptions } from "playwright-core";

const require = createRequire(import.meta.url);

export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ ...(await ownOptions()), ...options });
}

/** One for several processes, which connect to it. */
export async function launchBrowserServer(): Promise<BrowserServer> {
  return chromium.launchServer(await ownOptions());
}

async function ownOptions(): Promise<LaunchOptions> {
  const folder = await unpackChromium();
  return {
    executablePath: path.join(folder, "chromium"),
    // Tests run as root in containers, where Chromium's own sandbox cannot.
    args: ["--no-sandbox", "--font-render-hinting=none"],
    env: {
      ...process.env,
      HOME: folder,
      FONTCONFIG_FILE: path.join(folder, "fonts.conf"),
      LD_LIBRARY_PATH: path.join(folder, "al2023/lib"),
    },
  };
}

/**
 * Unpacked once a machine and version. The package would write to a fixed place, and whoever starts a moment later
 * would find, and run, half a program: so it unpacks aside, and the folder appears whole.
 */
async function unpackChromium(): Promise<string> {
  const packageFolder = path.resolve(path.dirname(require.resolve("@sparticuz/chromium")), "..");
  const { version } = require(path.join(packageFolder, "package.json")) as { version: string };
  const folder = path.join(tmpdir(), `tepat-chromium-${version}`);
  if (existsSync(folder)) return folder;

  const made = `${folder}-${process.pid}`;
  await mkdir(made, { recursive: true });
  await unpackInto(made, path.join(packageFolder, "bin"));
  await writeFile(path.join(made, "fonts.conf"), fontsOf(folder));
  // Two may unpack at once; the first to finish is the one that stays.
  await rename(made, folder).catch(() => rm(made, { recursive: true, force: true }));
  return folder;
}

/** The package asks for the temporary folder before it first awaits. */
async function unpackInto(folder: string, packed: string): Promise<void> {
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = folder;
  const unpacked = [packedChromium.executablePath(), inflate(path.join(packed, "al2023.tar.br"))];
  if (before === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = before;
  await Promise.all(unpacked);
}

/** The package's fonts alone, so that pictures look the same on every machine. */
const fontsOf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
