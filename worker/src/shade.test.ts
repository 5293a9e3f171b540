import { expect, test } from "vitest";
import { shadeEntry, transfer } from "../testing/fake-phone.ts";
import { identityOf, isGroupSummary, parseShade, toReport } from "./shade.ts";

/** The output of termux-api, with the fields in its order. */
const printed = `[
  {
    "id": -1,
    "tag": "",
    "key": "0|com.gojek.gopaymerchant|-1|null|10234",
    "group": "",
    "packageName": "com.gojek.gopaymerchant",
    "title": "Pembayaran QRIS statis diterima",
    "content": "Rp 1.127 di TOKO CONTOH UJI, Digital & Kreatif.",
    "when": "2026-11-21 10:15:30"
  },
  {
    "id": 7,
    "tag": "inbox",
    "key": "0|com.whatsapp|7|inbox|10100",
    "group": "chats",
    "packageName": "com.whatsapp",
    "title": "",
    "content": "",
    "when": "292269055-12-02 16:47:04",
    "lines": ["Ibu: halo"]
  }
]`;

test("a notification is reported with its own texts and time", () => {
  const [gopay] = parseShade(printed);
  expect(gopay && toReport(gopay, new Date("2026-11-21T03:15:30Z"))).toEqual({
    key: "0|com.gojek.gopaymerchant|-1|null|10234",
    package_name: "com.gojek.gopaymerchant",
    title: "Pembayaran QRIS statis diterima",
    body: "Rp 1.127 di TOKO CONTOH UJI, Digital & Kreatif.",
    posted_at: "2026-11-21T03:15:30.000Z",
  });
});

test("text lines replace a missing text", () => {
  const [, whatsapp] = parseShade(printed);
  expect(whatsapp && toReport(whatsapp, new Date(0)).body).toBe("Ibu: halo");
});

test.each([
  ["", "printed nothing. Give Termux:API notification access"],
  [" \n", "printed nothing"],
  ["[{", "printed no JSON"],
  ["java.lang.NullPointerException", "printed no JSON"],
  ['{"error": "no"}', "printed no list"],
  ["null", "printed no list"],
])("the output %j is explained", (output, explanation) => {
  expect(() => parseShade(output)).toThrow(explanation);
});

test("an empty list of notifications is valid", () => {
  expect(parseShade("[]")).toEqual([]);
});

test("an invalid entry does not remove the others", () => {
  const entries = parseShade(`[null, 1, {"title": 5, "lines": [null]}, ${printed.slice(1)}`);
  expect(entries).toHaveLength(5);
  expect(entries[2]).toMatchObject({ packageName: "", title: "", lines: [""] });
  expect(entries[3]?.packageName).toBe("com.gojek.gopaymerchant");
});

test("half an emoji and NUL become storable text", () => {
  const [entry] = parseShade(String.raw`[{"title": "Uang \ud83d", "content": "Rp1\u0000.000"}]`);
  expect(entry).toMatchObject({ title: "Uang \ufffd", content: "Rp1.000" });
});

test("an overlong key is shortened for the server", () => {
  const key = `${"k".repeat(511)}😀`;
  const report = toReport(shadeEntry({ key }), new Date(0));
  expect(report.key).toHaveLength(512);
  expect(report.key.isWellFormed()).toBe(true);
});

test("package, title, text and time are the identity; Android's key is not", () => {
  const entry = shadeEntry();
  expect(identityOf({ ...entry, key: "another", tag: "another" })).toBe(identityOf(entry));
  const others = [
    { ...entry, packageName: "com.bca.mybca.omni.android" },
    { ...entry, title: "Financial Diary" },
    { ...entry, content: "" },
    { ...entry, when: "2026-11-21 10:15:31" },
    { ...entry, title: "", content: entry.title + entry.content },
  ];
  expect(new Set([entry, ...others].map(identityOf)).size).toBe(others.length + 1);
});

const first = transfer(10_001, { group: "credits" });
const second = transfer(10_002, { group: "credits" });
const summaryOf = (lines: string[]) => shadeEntry({ group: "credits", content: "2 pesan", lines });

test.each([
  ["Android's own", transfer(10_003, { tag: "ranker_group", group: "ranker_group" })],
  ["that of Android 16", transfer(10_003, { tag: "Aggregate_AlertingSection" })],
  ["one without any text", shadeEntry({ title: "", content: "" })],
  ["one that repeats the others", summaryOf([first.content, `BCA ${second.content}`])],
])("%s is a group's summary", (_, entry) => {
  expect(isGroupSummary(entry, [first, entry, second])).toBe(true);
});

test.each([
  ["one of a group", first],
  ["one without title", shadeEntry({ title: "" })],
  ["one with a line that no other has", summaryOf([first.content, "Pemasukan IDR 5.00"])],
  ["one whose lines are its own text", shadeEntry({ group: "credits", lines: ["Pemasukan"] })],
  ["one with another app's lines", { ...summaryOf([first.content]), packageName: "id.dana" }],
  ["one that repeats nothing", summaryOf([""])],
])("%s is a notification", (_, entry) => {
  expect(isGroupSummary(entry, [first, entry, second])).toBe(false);
});
