import path from "node:path";
import type { TestProject } from "vitest/node";
import { buildPages } from "../../server/bin/set-up.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder with the build of the current sources. */
    checkoutBuild: string;
  }
}

/** Provides the build of `npm start`, which is made only after a change of its sources. */
export default async function setUp(project: TestProject): Promise<void> {
  await buildPages();
  project.provide("checkoutBuild", path.resolve(import.meta.dirname, "../dist"));
}
