import { readFileSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { renderChecksums } from "../db/migration-checksums.ts";
import { iconsModule } from "../../web-shared/scripts/icons-module.ts";
import { internalDocument } from "../procedures/openapi/internal.ts";
import { merchantDocument } from "../procedures/openapi/merchant.ts";
import { withSharedRefusals } from "../procedures/openapi/shared-refusals.ts";
import { bankModules } from "./bank-modules.ts";
import { withCodeSamples } from "./code-samples.ts";
import { dashboardFiles } from "./dashboard-files.ts";
import { errorTable, replaceSection } from "./error-table.ts";
import { eventCatalogue } from "./event-catalogue.ts";
import { formatted } from "./formatted.ts";
import { metricsTable } from "./metrics-table.ts";
import { roleTable } from "./role-table.ts";
import { schemaText } from "./schema-text.ts";
import { sdkFiles, sdkReadme } from "./sdk-files.ts";
import { limitFunctions } from "./sql-limits.ts";

/**
 * Runs `npm run generate`, which writes every file that follows from the contract. With `--check` it writes
 * nothing, and fails if a committed file differs from the generated one.
 */

interface GeneratedFile {
  /** The path from the root of the repository. */
  file: string;
  /**
   * Returns the new text from the current one; the text is formatted afterwards. null removes the
   * file.
   */
  content: (present: string) => string | null;
}

const { values: options } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    root: { type: "string", default: join(import.meta.dirname, "../..") },
  },
});

const icons = await iconsModule();
const languages = await readFile(join(options.root, "docs/languages.md"), "utf8");
const readProgram = (file: string) =>
  readFileSync(join(options.root, "docs/programs", file), "utf8");

const generatedFiles: readonly GeneratedFile[] = [
  {
    file: "openapi/openapi.json",
    content: () => JSON.stringify(withCodeSamples(merchantDocument(), languages, readProgram)),
  },
  {
    file: "openapi/internal.json",
    content: () => JSON.stringify(withSharedRefusals(internalDocument())),
  },
  { file: "openapi/roles.md", content: roleTable },
  ...[
    ...(await sdkFiles(options.root)),
    ...(await dashboardFiles()),
    ...limitFunctions(),
    ...bankModules(),
  ].map(([file, text]) => ({
    file,
    content: () => text,
  })),
  { file: "web-shared/src/icons.gen.ts", content: () => icons },
  { file: "server/db/migrations/checksums.json", content: renderChecksums },
  {
    file: "docs/errors.md",
    content: (present) => replaceSection(present, "errors", errorTable()),
  },
  {
    file: "docs/events.md",
    content: (present) => replaceSection(present, "events", eventCatalogue()),
  },
  { file: "sdk/README.md", content: sdkReadme },
  {
    file: "docs/observability.md",
    content: (present) => replaceSection(present, "metrics", metricsTable()),
  },
];

const changed: string[] = [];
for (const each of generatedFiles) await bring(each);
// schema.sql is generated from the migrations. A test compares it, so that --check needs no
// database.
if (!options.check) {
  const text = await schemaText();
  await bring({ file: "server/db/schema.sql", content: () => text });
}

if (changed.length === 0) {
  console.log("The generated files are up to date.");
} else if (options.check) {
  console.error(`Out of date: ${changed.join(", ")}. Run \`npm run generate\` and commit them.`);
  process.exitCode = 1;
} else {
  console.log(`Wrote ${changed.join(", ")}.`);
}

/** Writes or checks one file. SQL files are not formatted. */
async function bring({ file, content }: GeneratedFile): Promise<void> {
  const path = join(options.root, file);
  const present = await readFile(path, "utf8").catch(() => "");
  const text = content(present);
  const code = text === null || file.endsWith(".sql") ? text : await formatted(file, text);
  if (code === present) return;
  changed.push(file);
  if (options.check) return;
  if (code === null) {
    await rm(path);
  } else {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, code);
  }
}
