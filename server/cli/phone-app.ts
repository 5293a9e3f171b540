import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { PhoneApp } from "../../web-shared/src/phone-setup/steps.ts";
import { limits } from "../contract/limits.ts";
import { DomainError } from "../domain/base/domain-error.ts";
import { reasonOf } from "../domain/base/reason.ts";
import { androidAppPath, readPackage } from "../domain/sources/android-package.ts";
import { readConfig } from "../start/config.ts";

/** The app to install. The app can read every notification on the phone, so its file must be the intended one. */
export interface FoundApp extends PhoneApp {
  /** The file or the address of the app. */
  source: string;
  sha256: string;
  isDownloaded: boolean;
}

/**
 * Returns the named file or the gateway's own. If this computer has neither, downloads the app from the link's
 * server.
 */
export async function findApp(file: string | undefined, server: string | null): Promise<FoundApp> {
  const named = file ?? readConfig(process.env).androidAppFile;
  const ownBytes = await readFile(named).catch(() => null);
  const isDownloaded = ownBytes === null && file === undefined && server !== null;
  const source = isDownloaded ? server + androidAppPath : named;
  const bytes = isDownloaded ? await download(source) : ownBytes;
  if (bytes === null) {
    throw new DomainError(
      file === undefined
        ? "There is no app to install. Build it with npm run android, or name a file with --apk."
        : `There is no file ${file}. Check the path.`,
    );
  }
  const { name, version } = readPackage(bytes);
  if (name === null)
    throw new DomainError(`${source} is not an Android app. Name an APK file with --apk.`);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { id: name, version, bytes, source, sha256, isDownloaded };
}

/**
 * Downloads the app over https without redirects. Over http, an attacker on the network could replace the
 * file, and a redirect leads to another server than the link's.
 */
async function download(address: string): Promise<Buffer | null> {
  if (!address.startsWith("https://")) {
    throw new DomainError(
      `This computer has no app, and ${address} is not encrypted (http), so nothing was downloaded. Copy the file from the gateway's machine and name it with --apk.`,
    );
  }
  try {
    const signal = AbortSignal.timeout(limits.adbInstallSeconds * 1000);
    const response = await fetch(address, { redirect: "error", signal });
    return response.ok ? await readBounded(response) : null;
  } catch (cause) {
    throw new DomainError(
      `The app could not be downloaded from ${address} (${reasonOf((cause as Error).cause ?? cause)}). Try again, or name its file with --apk.`,
      { cause },
    );
  }
}

async function readBounded(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > limits.androidAppBytes) {
      throw new Error(`it has more than ${limits.androidAppBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
