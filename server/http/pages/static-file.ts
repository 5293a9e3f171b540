import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { acceptsEncoding } from "../transport/accept.ts";
import type { Page } from "./page.ts";

/** A built file of the web pages. Each form in which it is sent is kept in memory. */
export interface StaticFile {
  content_type: string;
  plain: Buffer;
  gzip: Buffer;
  br: Buffer;
}

/** Reads a file and the compressed forms that its build has written (web-shared/scripts/compressed-forms.ts). */
export async function readStaticFile(file: string, content_type: string): Promise<StaticFile> {
  const [plain, gzipped, br] = await Promise.all([
    readFile(file),
    readFile(`${file}.gz`),
    readFile(`${file}.br`),
  ]);
  return { content_type, plain, gzip: gzipped, br };
}

/** The best quality would take seconds for the server's large texts, and save only an eighth. */
const brotliQuality = 5;

/** Compresses the server's own output. */
export async function compressed(plain: Buffer, content_type: string): Promise<StaticFile> {
  const [gzipped, br] = await Promise.all([
    promisify(gzip)(plain, { level: 9 }),
    promisify(brotliCompress)(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality },
    }),
  ]);
  return { content_type, plain, gzip: gzipped, br };
}

/** Reads `manifest.json` of a build. Returns null if the workspace has not been built. */
export async function readManifest<Manifest>(directory: string): Promise<Manifest | null> {
  try {
    return JSON.parse(await readFile(path.join(directory, "manifest.json"), "utf8")) as Manifest;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw cause;
  }
}

/** Returns the page of a file that never changes, because its name is a hash of its content. */
export const staticPage = (name: string, file: StaticFile): Page =>
  filePage(name, file, {
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });

export function filePage(
  name: string,
  file: StaticFile,
  headers: Readonly<Record<string, string>>,
): Page {
  const common = { "content-type": file.content_type, vary: "accept-encoding", ...headers };
  return {
    name,
    async respond(request) {
      const accepted = request.header("accept-encoding");
      const coding = (["br", "gzip"] as const).find((each) => acceptsEncoding(accepted, each));
      return {
        status: 200,
        headers: { ...common, ...(coding && { "content-encoding": coding }) },
        body: coding ? file[coding] : file.plain,
      };
    },
  };
}
