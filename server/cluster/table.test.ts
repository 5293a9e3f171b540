import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ClusterReport } from "./cluster.ts";
import { showTable } from "./table.ts";

const guide = join(import.meta.dirname, "../../docs/scaling.md");
let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tepat-table-"));
  file = join(folder, "scaling.md");
  await copyFile(guide, file);
});
afterAll(() => rm(folder, { recursive: true }));

const report: ClusterReport = {
  seed: 4711,
  network: "loopback",
  trials: [
    {
      fault: "leader_killed",
      back_ms: 12_300,
      pauses_ms: [12_300],
      requests: 100,
      acknowledged: 90,
      refused_with_5xx: 3,
      unanswered: 2,
      slowest_answer_ms: 1_000,
      late: 0,
      lost: 0,
      is_whole: true,
      broken: [],
    },
  ],
  not_tried: {},
  lost_at_the_end: [],
  load_average: 1,
};

test("a run of one round is shown beside the published table, which stays", async () => {
  const shown = await showTable(report, { isFull: false, file });
  expect(await readFile(file, "utf8")).toBe(await readFile(guide, "utf8"));
  const [published = "", own = ""] = (shown ?? "").split("This run:");
  expect(published).toMatch(/\d faults, [\d,]+ requests/);
  expect(published).not.toContain("Seed 4711");
  expect(own).toContain("1 faults, 100 requests");
  expect(own).toContain("Seed 4711");
});

test("a full run is written into the guide", async () => {
  expect(await showTable(report, { isFull: true, file })).toBeNull();
  const written = await readFile(file, "utf8");
  expect(written).toContain("Seed 4711");
  expect(written.replace(/<!-- cluster:begin[^]*cluster:end -->/, "")).toBe(
    (await readFile(guide, "utf8")).replace(/<!-- cluster:begin[^]*cluster:end -->/, ""),
  );
});
