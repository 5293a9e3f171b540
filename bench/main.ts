import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { formatted } from "../server/scripts/formatted.ts";
import { replaceSection } from "../server/scripts/error-table.ts";
import { misused, readProgramOptions } from "../server/scripts/program-options.ts";
import { prepareFixture, type Fixture } from "./fixture.ts";
import { describeMachine, describeMoment } from "./machine.ts";
import { rateTable, rounded, table, whole } from "./report.ts";
import { measureArchive } from "./scenarios/archive.ts";
import { simulateCells } from "./scenarios/cells.ts";
import { measureCost } from "./scenarios/cost.ts";
import { measureCreate } from "./scenarios/create.ts";
import { measureDeliver } from "./scenarios/deliver.ts";
import { measureDense } from "./scenarios/dense.ts";
import { measureGrowth } from "./scenarios/growth.ts";
import { measurePage } from "./scenarios/lighthouse.ts";
import { measureMail } from "./scenarios/mail.ts";
import { measureDelays, measureMatching } from "./scenarios/pay.ts";
import { measureRead } from "./scenarios/read.ts";
import { measureReading } from "./scenarios/reading.ts";
import { measureReplica } from "./scenarios/replica.ts";
import { measureScale } from "./scenarios/scale.ts";
import { measureStreams } from "./scenarios/streams.ts";
import { measureVps } from "./scenarios/vps.ts";
import { fullSize, sizeWith, smokeSize, type Size } from "./size.ts";

/** Runs `npm run bench`: measures, and writes the tables into bench/README.md. */

/** The sections of the README by name. Each has its own database. */
const scenarios: Record<string, (fixture: Fixture, size: Size) => Promise<string>> = {
  async create(fixture, size) {
    const { spread, same } = await measureCreate(fixture, size);
    return `Amounts spread:\n\n${rateTable(spread)}\n\nAll of the same amount:\n\n${rateTable(same)}`;
  },
  async read(fixture, size) {
    const { get, list } = await measureRead(fixture, size);
    return `One payment:\n\n${rateTable(get)}\n\nA page of 20:\n\n${rateTable(list)}`;
  },
  async pay(fixture, size) {
    const matching = await measureMatching(fixture, size);
    const delays = await measureDelays(fixture, size);
    return `Reports that pay, one to a request:\n\n${rateTable(matching)}

${delays.perSecond} a second for ${delays.seconds} s, after ${size.payWarmUpSeconds} s to warm up, from the report to the webhook's arrival:

${table(
  ["reported", "received", "p50", "p99", "longest"],
  [
    [
      whole(delays.reported),
      whole(delays.received),
      ...[delays.p50Milliseconds, delays.p99Milliseconds, delays.maxMilliseconds].map((value) =>
        rounded(value, "ms"),
      ),
    ],
  ],
)}`;
  },
  mail: async (fixture, size) => measureMail(fixture, size),
  deliver: async (fixture, size) => measureDeliver(fixture, size),
  dense: async (fixture, size) => measureDense(fixture, size),
  cost: async (fixture, size) => measureCost(fixture, size),
  streams: async (fixture, size) => measureStreams(fixture, size),
  page: async (fixture) => measurePage(fixture),
  growth: async (fixture, size) => measureGrowth(fixture, size),
  archive: async (fixture, size) => measureArchive(fixture, size),
  scale: async (fixture, size) => measureScale(fixture, size),
};

/** Sections that need no database, or create their own. */
const texts: Record<string, (size: Size) => string | Promise<string>> = {
  reading: measureReading,
  cells: simulateCells,
  vps: async (size) => `${await measureVps(size)}\n\n${describeMoment()}`,
  replica: async (size) => `${await measureReplica(size)}\n\n${describeMoment()}`,
};
const names = [...Object.keys(scenarios), ...Object.keys(texts)];

const usage = `npm run bench -- [--smoke] [--only SECTION]

Measures for three quarters of an hour, and writes the tables into bench/README.md.

  --smoke          sees that it works, in a minute, and prints tables that mean nothing
  --payments N     the most payments of the sections growth and archive
  --only SECTION   measures only this section; can be repeated. One of
                   ${names.join(", ")}`;

const options = readProgramOptions(usage, {
  smoke: { type: "boolean", default: false },
  only: { type: "string", multiple: true },
  payments: { type: "string" },
});
const unknown = options.only?.find((name) => !names.includes(name));
if (unknown !== undefined) {
  misused(usage, `There is no section ${unknown}: --only takes ${names.join(", ")}.`);
}
const payments = Number(options.payments ?? 0);
if (options.payments !== undefined && !(Number.isInteger(payments) && payments >= 10_000)) {
  misused(usage, `--payments takes a whole number from 10000, not ${options.payments}.`);
}
const size = sizeWith(options.smoke ? smokeSize : fullSize, payments);
const chosen = options.only ?? names.filter((name) => !(options.smoke && name === "page"));
const sections = new Map<string, string>();

async function measureSection(name: string): Promise<void> {
  console.error(`\n${name}`);
  const text = texts[name];
  if (text !== undefined) {
    sections.set(name, await text(size));
    return;
  }
  const scenario = scenarios[name] as (typeof scenarios)[string];
  await using stack = new AsyncDisposableStack();
  const fixture = await prepareFixture(size);
  stack.defer(() => fixture.close());
  sections.set(name, `${await scenario(fixture, size)}\n\n${describeMoment()}`);
}

/** In a smoke run, sections run beside each other, because they wait for a large part of their time. */
const lanes = options.smoke ? 4 : 1;
/** The longest sections are the last ones. */
const waiting = (options.smoke ? chosen.toReversed() : chosen).values();
const ends = await Promise.allSettled(
  Array.from({ length: lanes }, async () => {
    for (const name of waiting) await measureSection(name);
  }),
);
for (const end of ends) if (end.status === "rejected") throw end.reason;

if (options.smoke) {
  for (const [name, content] of sections) console.log(`\n## ${name}\n\n${content}`);
} else {
  const file = path.join(import.meta.dirname, "README.md");
  let text = replaceSection(await readFile(file, "utf8"), "machine", describeMachine());
  for (const [section, measured] of sections) text = replaceSection(text, section, measured);
  await writeFile(file, await formatted(file, text));
  console.error("\nWrote bench/README.md.");
}
