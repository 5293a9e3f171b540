import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { banks } from "../banks/index.ts";
import { selectBuiltInSteps } from "./channel-steps.sql.ts";
import { stepsInEnglish } from "./steps-in-english.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("every built-in step of every channel has its English", async () => {
  const { sql } = database;
  const names = await sql<{ channel_id: string; channel_name: string }[]>`
    select channel_id, channel_name from channels
  `;
  const channels = await selectBuiltInSteps(sql, { channel_ids: [], only: false });
  expect(channels).toHaveLength(banks.length);
  for (const { channel_id, channel_instructions } of channels) {
    const name = names.find((each) => each.channel_id === channel_id)?.channel_name ?? "";
    const steps = stepsInEnglish(channel_instructions, name);
    expect(steps.length).toBeGreaterThan(2);
    expect(steps, name).not.toContain(null);
    const text = JSON.stringify(steps);
    expect(text).not.toMatch(/NAME|tujuan|asukkan/u);
    const named = JSON.stringify(channel_instructions).includes(name) && name !== "QRIS";
    expect(!named || text.includes(name), name).toBe(true);
  }
});

test("a merchant's own step is not translated, even if it resembles a built-in one", () => {
  const own = [
    { step: 1, title: "Kirim", content: "Kirim bukti lewat WhatsApp." },
    { step: 2, title: "Kirim bukti", content: "Konfirmasi dan masukkan PIN." },
    { step: 3, title: "constructor", content: "toString" },
  ];
  expect(stepsInEnglish(own, "BCA")).toEqual([null, null, null]);
});
