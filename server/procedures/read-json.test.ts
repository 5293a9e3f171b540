import { expect, it, vi } from "vitest";
import { limits } from "../contract/limits.ts";
import { readJson, requireUtf8 } from "./read-json.ts";

const read = (text: string | Uint8Array): unknown => readJson(Buffer.from(text), "bad_request");
const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

it.for([
  ["an object", '{"a":[1,"é",null]}', { a: [1, "é", null] }],
  ["brackets within strings", `"${"[{".repeat(100)}"`, "[{".repeat(100)],
  ["brackets after an escaped quote", `["\\"${"[".repeat(100)}"]`, [`"${"[".repeat(100)}`]],
  ["brackets after an escaped backslash", `["\\\\",${nested(2)}]`, ["\\", [[]]]],
  [
    "many shallow brackets",
    `[${Array(1_000).fill("[]").join()}]`,
    Array.from({ length: 1_000 }, () => []),
  ],
  ["a byte order mark within a text", '{"a":"\ufeffb"}', { a: "\ufeffb" }],
])("reads %s", ([, text, value]) => {
  expect(read(text as string)).toEqual(value);
});

it.for([
  '{"a":1,"a":1}',
  '{"a":1,"b":{"c":[{"d":1,"d":2}]}}',
  '[{"a":{},"a":[]}]',
  String.raw`{"a":1,"\u0061":2}`,
  '{"":1,"":2}',
  '{"__proto__":1,"__proto__":2}',
  '{"1":1,"1":2}',
])("refuses a repeated name in an object if names must be unique: %s", (text) => {
  const readOnce = () => readJson(Buffer.from(text), "bad_request", { namesOnce: true });
  expect(readOnce).toThrow("contains a name twice");
  expect(read(text)).toEqual(JSON.parse(text));
});

it.for([
  '{"a":{"a":1},"b":{"a":2}}',
  '[{"a":1},{"a":1}]',
  '{"a:a":"b:b","b":":","c":["::"]}',
  String.raw`{"a\":":1,"a\\":":"}`,
  '{"a":1,"A":2,"__proto__":{"a":3},"constructor":4}',
])("reads equal names of several objects, and colons in texts: %s", (text) => {
  const value: unknown = readJson(Buffer.from(text), "bad_request", { namesOnce: true });
  expect(value).toEqual(JSON.parse(text));
});

it("reads up to its limit of levels", () => {
  expect(() => read(nested(limits.jsonDepth))).not.toThrow();
});

it.for(["text/plain", undefined, "application/json; charset=UTF-8", 'a/b;charset="utf-8" ;c=d'])(
  "reads %s as UTF-8",
  (contentType) => {
    expect(() => requireUtf8(contentType)).not.toThrow();
  },
);

it.for([
  "a/b;charset=utf-16",
  "a/b; charset=utf-8; Charset = latin1",
  'a/b; charset=""',
  "a/b;charset=",
])("refuses %s as another charset", (contentType) => {
  expect(() => requireUtf8(contentType)).toThrow(expect.objectContaining({ code: "bad_request" }));
});

it("refuses a byte-order mark", () => {
  expect(() => read("\ufeff{}")).toThrow(/byte-order mark/);
});

it.for([
  ["one level too many", nested(limits.jsonDepth + 1), "nested"],
  ["one level too many behind a string", `["\\\\",${nested(limits.jsonDepth)}]`, "nested"],
  ["levels that are never closed", '{"a":['.repeat(limits.jsonDepth), "nested"],
  ["nothing", "", "Unexpected end"],
  ["a comma too many", '{"a":1,}', "position 7"],
  ["a second value", "{} {}", "position 3"],
  ["a control character in a string", '"\0"', "control character"],
  ["a cut-off string", '["a', "Unterminated string"],
  ["NaN", "[NaN]", "not valid JSON"],
])("refuses %s and names the problem", ([, text = "", reason]) => {
  const refusal = { name: "GatewayError", code: "bad_request", status: 400 };
  expect(() => read(text)).toThrow(expect.objectContaining(refusal));
  expect(() => read(text)).toThrow(reason);
});

it.for([
  ["a byte that begins nothing", [0x22, 0xff, 0x22]],
  ["an overlong slash", [0x22, 0xc0, 0xaf, 0x22]],
  ["a surrogate", [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ["a cut-off character", [0x22, 0xc3]],
] as const)("refuses bytes outside UTF-8: %s", ([, bytes]) => {
  expect(() => read(Uint8Array.from(bytes))).toThrow("UTF-8");
});

it.for(["[", '{"a":', '[{"b":['])("refuses 200,000 levels of %s at once", (opening) => {
  const text = opening.repeat(200_000);
  const parse = vi.spyOn(JSON, "parse");
  expect(() => read(text)).toThrow("nested");
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});
