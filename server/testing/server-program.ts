import path from "node:path";
import { bundledFile } from "../bin/bundled-file.mjs";
import { once } from "../bin/once.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(root, ".cache/test-program");

let program: Promise<string> | undefined;

/**
 * Returns the file that runs the server from the bundle of `npm start`, so that tests find what only the bundle does.
 * After a source has changed, the first process of the tests builds it, and the others wait. A start from the bundle
 * takes half the processor time.
 */
export const serverProgram = (): Promise<string> => (program ??= build());

async function build(): Promise<string> {
  let file: string | null = null;
  await once(
    path.join(root, ".cache/test-bundling.pid"),
    () => (file = bundledFile(root, folder)) !== null,
    async () => {
      const { bundleForStart } = await import("../release/start-bundle.ts");
      file = await bundleForStart(root, folder);
    },
  );
  if (file === null) throw new Error("the server was not bundled");
  return file;
}
