import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder with the SDK and the plugins as published. */
    packed: string;
  }
}

const root = join(import.meta.dirname, "../..");
const packages = ["sdk", "plugins/medusa", "plugins/n8n", "plugins/vendure"];

/**
 * Packs before all tests, because packing builds, and two builds at once would disturb each other.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const packed = await mkdtemp(join(tmpdir(), "tepat-packed-"));
  for (const folder of packages) {
    const options = ["pack", "--pack-destination", packed];
    await promisify(execFile)("npm", options, { cwd: join(root, folder) });
  }
  project.provide("packed", packed);
  return () => rm(packed, { recursive: true });
}
