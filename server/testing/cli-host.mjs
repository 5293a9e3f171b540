import { Console } from "node:console";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { Writable } from "node:stream";

/**
 * Runs one command of `npx tepat` after another, each as if in its own process: with only the given settings, and
 * finished when its last handle is closed. Node.js and Tepat's code start once, which takes most of a command's
 * time.
 */

enableCompileCache(join(import.meta.dirname, "../../.cache/compiled"));
const { run } = await import("../cli/run.ts");

/** Node.js's exit code if no remaining work could settle the program's promise. */
const neverSettled = 13;

/** @type {{ code: number, stdout: string, stderr: string } | undefined} */
let result;

process.on("message", ({ args, env }) => {
  result = { code: neverSettled, stdout: "", stderr: "" };
  const current = result;
  const keep = (/** @type {"stdout" | "stderr"} */ name) =>
    new Writable({
      decodeStrings: false,
      write(text, _encoding, done) {
        current[name] += text;
        done();
      },
    });
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  globalThis.console = new Console({ stdout: keep("stdout"), stderr: keep("stderr") });
  // From here on, only the command's own handles keep the event loop running.
  process.channel?.unref();
  void run(args).then((code) => (current.code = code));
});

process.on("beforeExit", () => {
  if (!process.connected || result === undefined) return;
  process.channel?.ref();
  process.send?.(result);
  result = undefined;
});
