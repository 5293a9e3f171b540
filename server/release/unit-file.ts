/**
 * Reads a service's unit as systemd does (systemd.syntax(7), systemd.service(5)), so that tests start the same program
 * in a system without systemd. Unknown settings are ignored.
 */

export interface ServiceUnit {
  user: string;
  group: string;
  workingDirectory: string;
  environment: Readonly<Record<string, string>>;
  /**
   * The environment files in order. A later file overrides an earlier one, and each overrides
   * `environment`.
   */
  environmentFiles: readonly { file: string; isOptional: boolean }[];
  /** The command before variables are expanded. */
  command: readonly string[];
}

export function readServiceUnit(text: string, instance: string): ServiceUnit {
  const settings = settingsOf(text);
  const last = (key: string) => withSpecifiers(settings.get(key)?.at(-1) ?? "", instance);
  const words = (key: string) =>
    (settings.get(key) ?? []).map((value) => splitWords(value, instance));
  const [command = [], ...others] = words("ExecStart");
  if (others.length > 0)
    throw new Error("A service that is not of Type=oneshot has one ExecStart.");
  return {
    user: last("User"),
    group: last("Group"),
    workingDirectory: last("WorkingDirectory"),
    environment: Object.fromEntries(
      words("Environment")
        .flat()
        .map((word) => [word.split("=")[0] ?? "", word.slice(word.indexOf("=") + 1)]),
    ),
    environmentFiles: (settings.get("EnvironmentFile") ?? []).map((value) => ({
      file: withSpecifiers(value.replace(/^-/, ""), instance),
      isOptional: value.startsWith("-"),
    })),
    command,
  };
}

/** Expands variables: `$NAME` as a separate word is split at blanks, `${NAME}` is not, and `$$` is a dollar sign. */
export function commandWith(
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
): string[] {
  return command.flatMap((word) => {
    const [, name] = /^\$([A-Za-z_]\w*)$/.exec(word) ?? [];
    if (name !== undefined) return (environment[name] ?? "").split(/[ \t\n]+/).filter(Boolean);
    return word.replaceAll(/\$\$|\$\{([A-Za-z_]\w*)\}/g, (found, variable?: string) =>
      variable === undefined ? found.slice(1) : (environment[variable] ?? ""),
    );
  });
}

/** Returns the values of each setting, of all sections. An empty value removes earlier values. */
function settingsOf(text: string): Map<string, string[]> {
  const settings = new Map<string, string[]>();
  const lines = text.split("\n").filter((line) => !/^\s*[#;]/.test(line));
  const joined = lines.join("\n").replaceAll("\\\n", " ");
  for (const line of joined.split("\n")) {
    const [, key, value = ""] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (key === undefined) continue;
    settings.set(key, value === "" ? [] : [...(settings.get(key) ?? []), value]);
  }
  return settings;
}

const withSpecifiers = (text: string, instance: string): string =>
  text.replaceAll(/%(.)/g, (_, letter: string) => {
    if (letter === "%") return "%";
    if (letter === "i") return instance;
    throw new Error(`%${letter} is not known here.`);
  });

const escapes: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  s: " ",
};

/**
 * Splits words as in a shell, but a quotation mark counts in every position, and both kinds of quotes use C's escapes.
 */
function splitWords(text: string, instance: string): string[] {
  const words = text.match(/(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\\.|[^\s"'\\])+/g) ?? [];
  return words.map((word) => {
    const plain = word.replaceAll(
      /"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|((?:\\.|[^"'\\])+)/g,
      (_, double?: string, single?: string, bare?: string) =>
        (double ?? single ?? bare ?? "").replaceAll(
          /\\(?:x([0-9a-f]{2})|(.))/gi,
          (_found, hex: string | undefined, letter = "") =>
            hex === undefined
              ? (escapes[letter] ?? letter)
              : String.fromCharCode(Number.parseInt(hex, 16)),
        ),
    );
    return withSpecifiers(plain, instance);
  });
}
