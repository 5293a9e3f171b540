import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readZip } from "./zip.ts";
import jars from "./jars.json" with { type: "json" };

/**
 * Downloads once into `.cache/` what the build and its tests need from Maven, and accepts only files with the checksums
 * in jars.json. None of it is put into the APK.
 */

export const cacheDirectory = fileURLToPath(new URL("../../../.cache/android", import.meta.url));

const repositories: Readonly<Record<string, string>> = {
  central: "https://repo.maven.apache.org/maven2",
  google: "https://maven.google.com",
};

interface Jar {
  repository: string;
  path: string;
  sha256: string;
}

/** Returns the files on this machine, in the order of jars.json. */
export async function fetchJars(purpose: keyof typeof jars): Promise<string[]> {
  const files: string[] = [];
  for (const jar of jars[purpose]) files.push(await fetchJar(jar));
  return files;
}

async function fetchJar({ repository, path, sha256 }: Jar): Promise<string> {
  const directory = join(cacheDirectory, "jars");
  const file = join(directory, basename(path));
  const checked = `${file}.checked-${sha256.slice(0, 16)}`;
  if (existsSync(file) && existsSync(checked)) return classPathEntry(file);
  const bytes = existsSync(file) ? await readFile(file) : await download(repository, path);
  const found = createHash("sha256").update(bytes).digest("hex");
  if (found !== sha256) {
    throw new Error(
      `${path} has the checksum ${found} instead of ${sha256}: remove ${file} if it is there, and find out where the other bytes come from.`,
    );
  }
  await mkdir(directory, { recursive: true });
  await writeFile(`${file}.${process.pid}`, bytes);
  await rename(`${file}.${process.pid}`, file);
  // Hashing 500 MB takes seconds, so it is done once.
  await writeFile(checked, "");
  if (file.endsWith(".aar")) {
    await writeFile(classPathEntry(file), readZip(bytes).get("classes.jar")!);
  }
  return classPathEntry(file);
}

/** An Android library is a ZIP with its classes in a JAR. */
const classPathEntry = (file: string) => file.replace(/\.aar$/, ".aar.jar");

/** If a machine has only a mirror of Maven Central, the mirror often has Google's files too. */
async function download(repository: string, path: string): Promise<Buffer> {
  const addresses = [repositories[repository], repositories["central"]].map(
    (base) => `${base}/${path}`,
  );
  const reasons: string[] = [];
  for (const address of new Set(addresses)) {
    try {
      const response = await fetch(address, { signal: AbortSignal.timeout(600_000) });
      if (response.ok) return Buffer.from(await response.arrayBuffer());
      reasons.push(`${address} answered ${response.status}`);
    } catch (error) {
      reasons.push(`${address}: ${(error as Error).message}`);
    }
  }
  throw new Error(`A file of the Android build could not be downloaded: ${reasons.join("; ")}.`);
}
