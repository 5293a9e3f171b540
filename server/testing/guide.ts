/**
 * Reads the commands of a guide in docs/ and joins them into one bash script, so that variables stay from block to
 * block. The words after `sh` in the fence say how a block runs:
 *
 *     ```sh                      here, and it must succeed
 *     ```sh background           in its own terminal; the next block waits until it has printed something
 *     ```sh not-run: the reason  not at all
 *     ```js file: webhook.mjs    no command but a file of this name
 *     ```text                    what the block before it prints, with … for what differs
 */

export interface Block {
  line: number;
  language: string;
  note: string;
  text: string;
}

export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: { fence: string; block: Block } | undefined;
  for (const [index, line] of markdown.split("\n").entries()) {
    const [, fence = "", language = "", note = ""] = /^ *(`{3,})(\w*) ?(.*)$/.exec(line) ?? [];
    if (open === undefined) {
      if (fence !== "") open = { fence, block: { line: index + 1, language, note, text: "" } };
    } else if (fence === open.fence) {
      blocks.push(open.block);
      open = undefined;
    } else open.block.text += `${line}\n`;
  }
  return blocks;
}

export const reasonNotToRun = ({ note }: Block): string | undefined =>
  /^not-run: (.+)$/.exec(note)?.[1];

export const fileName = ({ note }: Block): string | undefined => /^file: (\S+)$/.exec(note)?.[1];

/** The longest silence of a block in the background. */
const waitSeconds = 20;

/**
 * Ends the background jobs. `wait` waits only for a job's first process, and a server still stops its database
 * after the shell that started it has ended.
 */
const endOfJobs = [
  "jobs=$(jobs -p)",
  "for job in $jobs; do kill -- -$job; done",
  "wait",
  `for job in $jobs; do for _ in $(seq ${waitSeconds * 20}); do kill -0 -- -$job 2>/dev/null || break; sleep 0.05; done; done`,
].join("; ");

export function scriptOf(blocks: readonly Block[]): string {
  const runnable = blocks.filter((block) => block.language === "sh" && !reasonNotToRun(block));
  return [
    // -m: each background job is its own process group, and ends with the guide.
    "set -euo pipefail -m",
    `trap '${endOfJobs}' EXIT`,
    ...runnable.flatMap((block) => [`echo '${markerOf(block)}'`, commandsOf(block)]),
  ].join("\n");
}

function commandsOf({ line, note, text }: Block): string {
  if (note === "") return text;
  if (note !== "background") throw new Error(`line ${line}: what does "${note}" mean?`);
  const log = `background-${line}.log`;
  return `{ ${text} } >${log} 2>&1 &
for _ in $(seq ${waitSeconds * 20}); do [ ! -s ${log} ] || break; sleep 0.05; done
[ -s ${log} ]`;
}

const markerOf = ({ line }: Block): string => `@@ line ${line}`;

/** Returns the lines of `text` blocks that the previous block's output does not contain. */
export function brokenPromises(blocks: readonly Block[], output: string): string[] {
  return blocks.flatMap((block, index) => {
    const before = blocks[index - 1];
    if (block.language !== "text" || !before) return [];
    const printed = output.split(`${markerOf(before)}\n`)[1]?.split("@@ line ")[0] ?? "";
    const lines = block.text.trimEnd().split("\n");
    return lines
      .filter((line) => !patternOf(line).test(printed))
      .map((line) => `line ${block.line} promises: ${line}\nbut it printed:\n${printed}`);
  });
}

/**
 * Returns the pattern of an output line. Columns are as wide as their content, so the number of
 * spaces can differ.
 */
function patternOf(line: string): RegExp {
  const words = line.trim().split(/\s+/);
  return new RegExp(words.map((word) => escaped(word).replaceAll("…", ".*")).join(String.raw`\s+`));
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
