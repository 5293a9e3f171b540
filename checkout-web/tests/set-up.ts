import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { buildCheckout } from "../scripts/build-checkout.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder with the build of the current sources. */
    checkoutBuild: string;
  }
}

/** Builds into a separate folder, so that a server that runs from `dist/` is not disturbed. */
export default async function setUp(project: TestProject) {
  const folder = await mkdtemp(path.join(tmpdir(), "tepat-checkout-"));
  const build = path.join(folder, "dist");
  await buildCheckout(build);
  project.provide("checkoutBuild", build);
  return () => rm(folder, { recursive: true, force: true });
}
