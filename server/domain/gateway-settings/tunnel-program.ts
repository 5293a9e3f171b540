import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants } from "node:fs";
import { chmod, mkdir, mkdtemp, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { limits } from "../../contract/limits.ts";

/**
 * Cloudflare's program cloudflared. The gateway uses the program on the PATH if there is one. Otherwise the
 * gateway downloads one official release into its data folder, and makes the file executable only if its SHA-256 is
 * the one below.
 */
const programName = "cloudflared";

interface Release {
  readonly version: string;
  readonly url: string;
  readonly sha256: string;
}

const version = "2026.10.0";

/**
 * The SHA-256 sums of the release's files, as several independent projects pin them. These projects hash the files
 * themselves: the sums in the release's notes are wrong for macOS.
 */
const files: Readonly<Record<string, readonly [name: string, sha256: string]>> = {
  "linux-x64": [
    "cloudflared-linux-amd64",
    "d33ff2d14475178d2012c2c56beba87389ac5ded27649519f198a7d3134a99db",
  ],
  "linux-arm64": [
    "cloudflared-linux-arm64",
    "e6422b9d4f72d3194bc5a38676f13667c06666523217b842a877d72a80b5ac08",
  ],
  "darwin-x64": [
    "cloudflared-darwin-amd64.tgz",
    "903845b81828c8cb3c5d13d816a2de71c06a3da5785469df8eb0e1b736d92f9f",
  ],
  "darwin-arm64": [
    "cloudflared-darwin-arm64.tgz",
    "a2f79ff7b9420aa537d74af239f376da170bbabeb529aec416002adac6a72e70",
  ],
};

const [name, sha256] = files[`${process.platform}-${process.arch}`] ?? [];

/** The release for this computer. null: this file lists none for it. */
const releaseHere: Release | null =
  name === undefined || sha256 === undefined
    ? null
    : {
        version,
        url: `https://github.com/cloudflare/cloudflared/releases/download/${version}/${name}`,
        sha256,
      };

export interface TunnelProgram {
  /** Returns the program's file, or null if this computer has none. */
  find(): string | null;
  /** Downloads the program into the data folder. */
  download(signal: AbortSignal): Promise<void>;
}

export function tunnelProgramIn(
  dataDirectory: string,
  release: Release | null = releaseHere,
): TunnelProgram {
  const own = release && path.resolve(dataDirectory, `${programName}-${release.version}`);
  return {
    find() {
      const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter(path.isAbsolute);
      const found = folders.map((folder) => path.join(folder, programName)).find(isExecutable);
      return found ?? (own && isExecutable(own) ? own : null);
    },
    async download(signal) {
      if (!release || !own) throw new Error("Tepat cannot download cloudflared for this computer");
      await mkdir(dataDirectory, { recursive: true });
      const folder = await mkdtemp(`${own}-`);
      try {
        const file = path.join(folder, path.posix.basename(new URL(release.url).pathname));
        const late = AbortSignal.timeout(limits.tunnelDownloadSeconds * 1_000);
        await get(release, file, AbortSignal.any([signal, late]));
        const isArchive = file.endsWith(".tgz");
        if (isArchive) await promisify(execFile)("tar", ["-xzf", file, "-C", folder, programName]);
        const program = isArchive ? path.join(folder, programName) : file;
        await chmod(program, 0o700);
        await rename(program, own);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Writes the release's file, and throws if it is not the expected one. */
async function get({ url, sha256 }: Release, file: string, signal: AbortSignal): Promise<void> {
  const { ok, status, body } = await fetch(url, { signal });
  if (!ok || body === null) throw new Error(`cloudflared's download returned ${status}`);
  const hash = createHash("sha256");
  let bytes = 0;
  await using written = await open(file, "wx", 0o600);
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > limits.tunnelProgramBytes) throw new Error("cloudflared's download is too large");
    hash.update(piece);
    await written.writeFile(piece);
  }
  if (hash.digest("hex") !== sha256) throw new Error("cloudflared's download has another SHA-256");
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
