import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { randomFrom } from "../../testing/random.ts";
import { isoTime } from "./iso-time.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("PostgreSQL and JavaScript write the same instant, to the millisecond", async () => {
  const random = randomFrom("ISO times");
  const [first, last] = [Date.parse("1900-01-01"), Date.parse("9999-12-31")];
  const dates = Array.from(
    { length: 500 },
    () => new Date(first + Math.floor(random() * (last - first))),
  );
  const written = [...dates.map((date) => date.toISOString()), "2026-11-21T09:05:07.000Z"];
  const rows = await database.sql<{ text: string }[]>`
    select given::timestamptz::text as text from unnest(${written}::text[]) with ordinality as all_of (given, place)
    order by place
  `;
  expect(rows.map(({ text }) => isoTime(text))).toEqual(written);
});

test.each([
  ["2026-11-21 09:05:07+00", "2026-11-21T09:05:07.000Z"],
  ["2026-11-21 09:05:07.2+00", "2026-11-21T09:05:07.200Z"],
  ["2026-11-21 09:05:07.25+00", "2026-11-21T09:05:07.250Z"],
  ["2026-11-21 09:05:07.256+00", "2026-11-21T09:05:07.256Z"],
  ["2026-11-21 09:05:07.256999+00", "2026-11-21T09:05:07.256Z"],
  ["2026-11-21 16:05:07+07", "2026-11-21T09:05:07.000Z"],
  ["2026-11-21T09:05:07.256Z", "2026-11-21T09:05:07.256Z"],
])("%s is %s", (text, iso) => {
  expect(isoTime(text)).toBe(iso);
});

test("a text that is not a time is refused", () => {
  expect(() => isoTime("infinity")).toThrow(RangeError);
});
