import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/**
 * Tests the WooCommerce plugin as far as possible without WordPress. `npm test -- --all` starts the plugin in
 * WordPress.
 */

const plugin = join(import.meta.dirname, "../woocommerce");
const read = (file: string) => readFile(join(plugin, file), "utf8");
const sources = globSync(["*.php", "includes/*.php"], { cwd: plugin });
const php = (...args: string[]) => execFileSync("php", args, { cwd: plugin, encoding: "utf8" });

function hasPhp(): boolean {
  try {
    php("--version");
    return true;
  } catch {
    console.log("The plugin's logic was not tried: PHP is not installed here.");
    return false;
  }
}

describe.skipIf(!hasPhp())("the plugin's PHP", () => {
  test("works as specified without WordPress and WooCommerce", () => {
    expect(php("tests/logic.php")).toBe("ok\n");
  });

  test("uses no syntax beyond PHP 7.4", () => {
    expect(php("tests/php-7.4.php", ...sources)).toBe("");
  });
});

test("the plugin reads and writes orders by WooCommerce's methods only, as HPOS requires", async () => {
  const texts = await Promise.all(sources.map(read));
  expect(texts.join("\n")).not.toMatch(/post_meta|get_post\b|WP_Query|wp_posts/);
});

test("every text of the plugin has a translation, and the compiled file is current", async () => {
  const texts = (await Promise.all(sources.map(read))).join("\n");
  const call = /(?:__|esc_html__)\( '((?:[^'\\]|\\.)*)', 'tepat-for-woocommerce' \)/g;
  const used = [...texts.matchAll(call)].map(([, text = ""]) => text.replaceAll("\\'", "'"));
  const entries = entriesOf(await read("languages/tepat-for-woocommerce-id_ID.po"));
  const template = entriesOf(await read("languages/tepat-for-woocommerce.pot"));
  expect(new Set(template.keys())).toEqual(new Set(used));
  expect(new Set(entries.keys())).toEqual(new Set(used));
  expect([...entries.values()]).not.toContain("");
  const compiled = compiledEntries(
    await readFile(join(plugin, "languages/tepat-for-woocommerce-id_ID.mo")),
  );
  expect(compiled).toEqual(entries);
  const places = (text: string) => (text.match(/%(?:\d\$)?s/g) ?? []).toSorted();
  for (const [text, translation] of entries) expect(places(translation)).toEqual(places(text));
});

test("the plugin names one version, which is the packages'", async () => {
  const { version } = JSON.parse(await read("../../package.json")) as { version: string };
  expect(await read("tepat-for-woocommerce.php")).toMatch(
    new RegExp(`^ \\* Version: +${version}$`, "m"),
  );
  expect(await read("readme.txt")).toMatch(new RegExp(`^Stable tag: ${version}$`, "m"));
});

/** Returns the entries of a .po or .pot file, without its header. */
function entriesOf(text: string): Map<string, string> {
  const quoted = (lines = "") =>
    [...lines.matchAll(/^(?:msgid |msgstr )?"(.*)"$/gm)]
      .map(([, part]) => JSON.parse(`"${part}"`) as string)
      .join("");
  return new Map(
    text
      .split("\n\n")
      .slice(1)
      .map((entry) => {
        const [, id, translation] =
          /(msgid "[\s\S]*?)\n(msgstr "[\s\S]*)/.exec(entry.trimEnd()) ?? [];
        return [quoted(id), quoted(translation)];
      }),
  );
}

/**
 * Returns the entries of a .mo file, by the tables of lengths and offsets of GNU gettext's format.
 */
function compiledEntries(file: Buffer): Map<string, string> {
  const [count, ids, translations] = [8, 12, 16].map((place) => file.readUInt32LE(place)) as [
    number,
    number,
    number,
  ];
  const textAt = (table: number, index: number) => {
    const [length, place] = [0, 4].map((step) => file.readUInt32LE(table + 8 * index + step)) as [
      number,
      number,
    ];
    return file.toString("utf8", place, place + length);
  };
  const all = Array.from({ length: count }, (_, index): [string, string] => [
    textAt(ids, index),
    textAt(translations, index),
  ]);
  return new Map(all.filter(([id]) => id !== ""));
}
