/** The changes of a release to files of the repository, as texts. */

/**
 * The packages for shop systems and n8n, published like the SDK. The shops' packages depend on the same
 * version of the SDK.
 */
export const pluginFolders = ["plugins/medusa", "plugins/n8n", "plugins/vendure"];

/** The files of plugins/woocommerce that a shop receives. */
export const wooCommerceFiles = [
  "LICENSE",
  "assets",
  "includes",
  "languages",
  "readme.txt",
  "tepat-for-woocommerce.php",
  "uninstall.php",
];

type Read = (file: string) => string;

const form = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;
const unreleased = "## [Unreleased]";

/** Returns the reason why this version cannot be released, or null. */
export function versionProblem(version: string, read: Read): string | null {
  if (!form.test(version)) return "Name the version: npm run release -- X.Y.Z [--dry-run]";
  const present = presentVersion(read);
  if (!isLater(version, present)) return `${version} does not follow ${present}.`;
  if (unreleasedNotes(read("CHANGELOG.md")) === "") {
    return `There is nothing to release: CHANGELOG.md has nothing below ${unreleased}.`;
  }
  return null;
}

/** Returns the new text of every file that contains the version. */
export function releaseFiles(version: string, today: string, read: Read): [string, string][] {
  const root = JSON.parse(read("package.json")) as { workspaces: string[] };
  const present = presentVersion(read);
  const packages = ["", ...root.workspaces.map((workspace) => `${workspace}/`)].map(
    (folder) => `${folder}package.json`,
  );
  return [
    ...packages.map((file): [string, string] => [
      file,
      replaceOnce(read(file), `"version": "${present}"`, `"version": "${version}"`),
    ]),
    // The plugins are not workspaces, because npm would install their shop systems.
    ...pluginFolders.map((folder): [string, string] => {
      const file = `${folder}/package.json`;
      const text = replaceOnce(read(file), `"version": "${present}"`, `"version": "${version}"`);
      return [file, text.replace(`"@tepat/sdk": "${present}"`, `"@tepat/sdk": "${version}"`)];
    }),
    ...["sdk/jsr.json", "openapi/openapi.json", "openapi/internal.json"].map(
      (file): [string, string] => [
        file,
        replaceOnce(read(file), `"version": "${present}"`, `"version": "${version}"`),
      ],
    ),
    ...["tepat-for-woocommerce.php", "readme.txt"].map((name): [string, string] => {
      const file = `plugins/woocommerce/${name}`;
      return [file, wordPressVersion(read(file), version)];
    }),
    ["package-lock.json", lockFile(read("package-lock.json"), root.workspaces, version)],
    ["sdk/src/version.ts", replaceOnce(read("sdk/src/version.ts"), `"${present}"`, `"${version}"`)],
    ...["CHANGELOG.md", "sdk/CHANGELOG.md"].map((file): [string, string] => {
      const text = read(file);
      // Only the SDK can have no changes. Its version is the release's.
      const notes = unreleasedNotes(text) === "" ? "\nNothing changed.\n" : "";
      const section = `${unreleased}\n\n## [${version}] - ${today}\n${notes}`;
      return [file, replaceOnce(text, `${unreleased}\n`, section)];
    }),
  ];
}

/** Sets the version in the plugin's header and in the file for WordPress's directory. */
function wordPressVersion(text: string, version: string): string {
  const named = /^( \* Version: +|Stable tag: )\S+$/m;
  if (!named.test(text)) throw new Error("The WordPress plugin does not name its version.");
  return text.replace(named, (_, label: string) => label + version);
}

function presentVersion(read: Read): string {
  return (JSON.parse(read("package.json")) as { version: string }).version;
}

function isLater(version: string, present: string): boolean {
  const [next, last] = [version, present].map((text) => text.split(".").map(Number));
  const first = next?.findIndex((number, index) => number !== last?.[index]) ?? -1;
  return first !== -1 && (next?.[first] ?? 0) > (last?.[first] ?? 0);
}

/** Returns the notes up to the next section. */
function unreleasedNotes(changelog: string): string {
  const [, notes = ""] = changelog.split(`${unreleased}\n`);
  return (notes.split(/^## /m)[0] ?? "").trim();
}

function lockFile(text: string, workspaces: readonly string[], version: string): string {
  const lock = JSON.parse(text) as {
    version: string;
    packages: Record<string, { version: string }>;
  };
  lock.version = version;
  for (const name of ["", ...workspaces]) {
    const entry = lock.packages[name];
    if (!entry) throw new Error(`package-lock.json does not list ${name}. Run npm install`);
    entry.version = version;
  }
  return `${JSON.stringify(lock, null, 2)}\n`;
}

function replaceOnce(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`${from} is not where it was expected`);
  return text.replace(from, () => to);
}
