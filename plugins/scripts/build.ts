import { execFile } from "node:child_process";
import { copyFile, glob, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";

/**
 * Builds a plugin's published files: CommonJS that includes the shared module, and the types of its public entry. The
 * platform is not bundled. The types are generated without the platform, because it is not installed here. The tests
 * compile a shop with the types.
 */

interface Plan {
  readonly source: string;
  /** The entry files, relative to the source. */
  readonly entries: readonly string[];
  readonly output: string;
  /** Files that are published unchanged. */
  readonly copied?: readonly string[];
  /** The file whose types a shop uses. n8n uses none. */
  readonly typed?: string;
}

const plans: Readonly<Record<string, Plan>> = {
  medusa: {
    source: "src",
    entries: ["providers/**/index.ts", "api/**/*.ts", "jobs/*.ts", "subscribers/*.ts"],
    output: ".medusa/server/src",
    typed: "providers/tepat/index.ts",
  },
  vendure: { source: "src", entries: ["index.ts"], output: "dist", typed: "index.ts" },
  n8n: {
    source: ".",
    entries: ["credentials/*.credentials.ts", "nodes/*/*.node.ts"],
    output: "dist",
    copied: ["nodes/*/*.node.json", "icons/*.svg"],
  },
};

const [name = ""] = process.argv.slice(2);
const plan = plans[name];
if (!plan) throw new Error(`name one of ${Object.keys(plans).join(", ")}`);
const folder = join(import.meta.dirname, "..", name);
const output = join(folder, plan.output);

await rm(output, { recursive: true, force: true });
const entries: string[] = [];
for (const entry of plan.entries) {
  for await (const file of glob(join(plan.source, entry), { cwd: folder })) entries.push(file);
}
await build({
  absWorkingDir: folder,
  entryPoints: entries,
  outbase: plan.source,
  outdir: plan.output,
  bundle: true,
  packages: "external",
  platform: "node",
  target: "node20",
  format: "cjs",
  tsconfigRaw: {
    compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false },
  },
});
await writeFile(join(output, "package.json"), '{ "type": "commonjs" }\n');
for await (const file of glob([...(plan.copied ?? [])], { cwd: folder })) {
  await mkdir(dirname(join(output, file)), { recursive: true });
  await copyFile(join(folder, file), join(output, file));
}
if (plan.typed !== undefined) await declareTypes(plan.typed);

async function declareTypes(typed: string): Promise<void> {
  const types = await mkdtemp(join(tmpdir(), "tepat-plugin-types-"));
  const project = {
    extends: join(folder, "../tsconfig.json"),
    compilerOptions: {
      paths: {}, // use the installed SDK: from its source, declarations would be written beside it
      rootDir: join(folder, ".."),
      outDir: types,
      noEmit: false,
      emitDeclarationOnly: true,
      noCheck: true,
      typeRoots: [join(folder, "../../node_modules/@types")],
    },
    include: [],
    files: [join(folder, "src", typed)],
  };
  await writeFile(join(types, "tsconfig.json"), JSON.stringify(project));
  const compiler = join(folder, "../../node_modules/typescript/bin/tsc");
  await promisify(execFile)(process.execPath, [compiler, "-p", types]);
  const declared = typed.replace(/\.ts$/, ".d.ts");
  await copyFile(join(types, name, "src", declared), join(output, declared));
  await rm(types, { recursive: true });
}
