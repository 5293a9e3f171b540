import { execFile, type ExecFileException } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { cp, glob, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/**
 * A copy of the sources, for a test that follows recipes of the map with an invented field and state.
 */

const root = join(import.meta.dirname, "../..");
const left = new Set(["node_modules", ".git", ".cache", ".tepat", ".ci", "artifacts", "dist"]);
const isLeft = (path: string): boolean => left.has(basename(path));

/** Returns the chosen source files, without tests and generated ones. */
export async function readSources(isChosen: (text: string) => boolean): Promise<string[]> {
  const chosen: string[] = [];
  for await (const entry of glob("**/*.{ts,tsx,sql,php}", { cwd: root, exclude: isLeft })) {
    if (/\.test\.|\/tests\/|\.gen\.|\/generated\/|\/migrations\/|schema\.sql$/.test(entry))
      continue;
    if (isChosen(await readFile(join(root, entry), "utf8"))) chosen.push(entry);
  }
  return chosen.toSorted();
}

const compiler = ["node_modules/typescript/bin/tsc", "--checkers", "1", "--pretty", "false"];

/** The time limit of a test that compiles, on a busy machine. */
export const compileMilliseconds = 600_000;

export interface SourceCopy {
  /** Makes one edit of a recipe. `before` must occur exactly once in the file. */
  edit(file: string, before: string, after: string): Promise<void>;
  write(file: string, text: string): Promise<void>;
  /** Runs a program in the copy. Returns its output, and whether it succeeded. */
  run(...program: readonly string[]): Promise<{ ok: boolean; output: string }>;
  /** Compiles these projects. Returns each error with the path of its file. */
  compile(...projects: readonly string[]): Promise<{ file: string; text: string }[]>;
  remove(): Promise<void>;
}

export async function copySources(): Promise<SourceCopy> {
  const folder = await mkdtemp(join(tmpdir(), "tepat-sources-"));
  await cp(root, folder, { recursive: true, filter: (path) => !isLeft(path) });
  for (const workspace of ["", ...readdirSync(root)]) {
    const modules = join(workspace, "node_modules");
    if (workspace !== "node_modules" && existsSync(join(root, modules)))
      await symlink(join(root, modules), join(folder, modules));
  }
  const write = (file: string, text: string) => writeFile(join(folder, file), text);

  async function edit(file: string, before: string, after: string): Promise<void> {
    const text = await readFile(join(folder, file), "utf8");
    const [head = "", tail, ...others] = text.split(before);
    if (tail === undefined || others.length > 0)
      throw new Error(`${file} has not exactly one ${JSON.stringify(before)}`);
    await write(file, head + after + tail);
  }

  const run: SourceCopy["run"] = (...program) =>
    new Promise((resolve) => {
      const ended = (error: ExecFileException | null, stdout: string, stderr: string) =>
        resolve({ ok: error === null, output: stdout + stderr });
      execFile(process.execPath, program, { cwd: folder, maxBuffer: 16 * 2 ** 20 }, ended);
    });

  async function compile(...projects: readonly string[]) {
    let output = "";
    for (const project of projects) output += (await run(...compiler, "-p", project)).output;
    // Lines of an error after the first are indented. An error without a file has no path.
    return output
      .split(/^(?=\S)/m)
      .filter((text) => text !== "")
      .map((text) => ({ file: /^(\S+?)\(\d+,\d+\): error/.exec(text)?.[1] ?? "", text }));
  }

  return { edit, write, run, compile, remove: () => rm(folder, { recursive: true, force: true }) };
}
