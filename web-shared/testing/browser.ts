/**
 * Starts a real Chromium from an npm package, so that tests need no installed browser. The tests of all packages use
 * this Chromium.
 */

import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import packedChromium, { inflate } from "@sparticuz/chromium";
import { chromium, type Browser, type BrowserServer, type LaunchOptions } from "playwright-core";
import { hasRoomInMemory } from "../../server/testing/test-folder.ts";

const require = createRequire(import.meta.url);

export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ ...(await ownOptions()), ...options });
}

/** Starts one browser to which several processes connect. */
export async function launchBrowserServer(): Promise<BrowserServer> {
  return chromium.launchServer(await ownOptions());
}

async function ownOptions(): Promise<LaunchOptions> {
  const folder = await unpackChromium();
  return {
    executablePath: path.join(folder, "chromium"),
    // In containers, tests run as root, and Chromium's own sandbox does not work for root.
    args: ["--no-sandbox", "--font-render-hinting=none"],
    // By default, Playwright uses files on disk as shared memory, because a container's /dev/shm can be small.
    ...(hasRoomInMemory() ? { ignoreDefaultArgs: ["--disable-dev-shm-usage"] } : {}),
    env: {
      ...process.env,
      HOME: folder,
      FONTCONFIG_FILE: path.join(folder, "fonts.conf"),
      LD_LIBRARY_PATH: path.join(folder, "al2023/lib"),
    },
  };
}

/**
 * Unpacks Chromium once for each machine and version. The package would unpack into a fixed place, where a second
 * process could run an incomplete program. So Chromium is unpacked into another folder and then renamed.
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
  // Two processes can unpack at once. The first to finish keeps its folder.
  await rename(made, folder).catch(() => rm(made, { recursive: true, force: true }));
  return folder;
}

/**
 * Unpacks Chromium. The package reads the temporary folder before its first `await`, so TMPDIR is
 * set only until then.
 */
async function unpackInto(folder: string, packed: string): Promise<void> {
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = folder;
  const unpacked = [packedChromium.executablePath(), inflate(path.join(packed, "al2023.tar.br"))];
  if (before === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = before;
  await Promise.all(unpacked);
}

/**
 * Returns a configuration with the package's fonts only, so that screenshots look the same on every
 * machine.
 */
const fontsOf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
