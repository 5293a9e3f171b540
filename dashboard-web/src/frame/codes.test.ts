import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { ListedDevice } from "../base/generated/types.gen.ts";
import { textsIn } from "../../tests/texts-in.ts";
import { errorDocs, isRetryable } from "../base/error-docs.ts";
import { sentenceOf, type TextsFor } from "../base/texts/texts-for.ts";

interface Schema {
  type?: string;
  format?: string;
  const?: string;
  enum?: string[];
  properties?: Record<string, Schema>;
  oneOf?: Schema[];
  items?: Schema;
  $ref?: string;
}

interface Document {
  components: { schemas: Record<string, Schema> };
}

const root = path.resolve(import.meta.dirname, "../../..");
const document = JSON.parse(
  readFileSync(path.join(root, "openapi/internal.json"), "utf8"),
) as Document;

/** Returns a value that fits a parameter's schema. */
function sampleOf(schema: Schema): unknown {
  if (schema.$ref)
    return sampleOf(document.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {});
  if (schema.enum) return schema.enum[0];
  if (schema.type === "array") return [sampleOf(schema.items ?? {})];
  if (schema.format === "date-time") return "2026-11-21T10:15:30.000Z";
  return schema.type === "string" ? "contoh" : 7;
}

/** The parameters that are a sum in rupiah from a file's row, a day or a month. */
const samples: Readonly<Record<string, string>> = {
  expected: "1204.50",
  found: "1204.50",
  day: "2026-11-21",
  first_day: "2026-11-01",
  last_day: "2026-11-30",
  month: "2026-11",
};

/** Returns every code of a union in the document, with parameters. */
function told(name: string): { code: string; params: Record<string, unknown> }[] {
  const alternatives = document.components.schemas[name]?.oneOf ?? [];
  return alternatives.map(({ properties = {} }) => ({
    code: properties["code"]?.const ?? "",
    params: Object.fromEntries(
      Object.entries(properties["params"]?.properties ?? {}).map(([param, schema]) => [
        param,
        samples[param] ?? sampleOf(schema),
      ]),
    ),
  }));
}

type Texts = TextsFor<{ code: string; params: object }>;

const texts = async () => ({
  ...(await import("../ui/problem-texts.ts")).problemTexts,
  ...(await import("../features/operator/operator-texts.ts")).operatorTexts,
  ...(await import("../features/mutations/similarity-texts.ts")).similarityTexts,
  ...(await import("../features/developers/requests-texts.ts")).requestsTexts,
  ...(await import("../features/sources/sources-texts.ts")).sourcesTexts,
  reasons: (await import("../base/texts/refusal-reason-texts.ts")).refusalReasonTexts,
});
const [id, en] = [await textsIn("id", texts), await textsIn("en", texts)];

test.each([
  ["Problem", en.problems, id.problems],
  ["SystemFinding", en.operator.findings, id.operator.findings],
  ["SimilarityReason", en.similarity, id.similarity],
  ["RefusalReason", en.reasons, id.reasons],
])(
  "every code of %s, and no other, has a whole sentence in both languages",
  (name, ...languages) => {
    const codes = told(name);
    expect(codes.length).toBeGreaterThan(3);
    for (const words of languages) {
      expect(Object.keys(words).toSorted()).toEqual(codes.map(({ code }) => code).toSorted());
      for (const each of codes) {
        const said = sentenceOf(words as unknown as Texts, each);
        expect(said, each.code).toMatch(/^[\p{L}\d].*/u);
        expect(said, each.code).not.toMatch(/undefined|null|NaN|\[object|[{}$]/u);
      }
    }
  },
);

test("every code of the merchant's interface has a meaning in both languages, and a line in the guide", () => {
  const published = JSON.parse(
    readFileSync(path.join(root, "openapi/openapi.json"), "utf8"),
  ) as Document;
  const codes = published.components.schemas["ErrorCode"]?.enum ?? [];
  expect(codes).toContain("payment_code_conflict");
  const guide = readFileSync(path.join(root, "docs/errors.md"), "utf8");
  for (const code of codes) {
    const [, anchor = ""] = errorDocs(code).split("#");
    const line = guide.split("\n").find((each) => each.includes(`<a id="${anchor}"></a>`));
    expect(line, code).toContain(`\`${code}\``);
    expect(/\| yes +\|$/u.test(line ?? ""), code).toBe(isRetryable(code));
  }
  for (const meanings of [en.requests.codes, id.requests.codes]) {
    expect(Object.keys(meanings).toSorted()).toEqual(codes.toSorted());
    for (const meaning of Object.values(meanings)) expect(meaning).toMatch(/^[\p{L}].+\.$/u);
  }
});

test("advice about a phone is given in both languages, with the phone's error and figures", () => {
  const device = {
    listener_error: "PERMISSION_DENIED",
    queue_length: 41,
    refused_reports: {
      count: 12,
      since: "2026-11-20T07:03:00.000Z",
      last_at: "2026-11-20T08:10:00.000Z",
      reason: "too_large",
    },
    restart_gap: {
      restarted_at: "2026-11-20T03:10:00.000Z",
      heard_again_at: "2026-11-20T03:52:00.000Z",
    },
  } as ListedDevice;
  const problems = document.components.schemas["DeviceProblem"]?.enum ?? [];
  for (const remedies of [en.devices.remedies, id.devices.remedies]) {
    expect(Object.keys(remedies).toSorted()).toEqual(problems.toSorted());
    for (const say of Object.values(remedies)) {
      expect(say(device)).not.toMatch(/undefined|null|[{}$]/u);
    }
    expect(remedies.listener_error(device)).toContain("PERMISSION_DENIED");
    expect(remedies.restart_gap(device)).toMatch(/ 42 (?:min|menit), /u);
    expect(remedies.growing_queue(device)).toMatch(/^41 /u);
    expect(remedies.refused_reports(device)).toMatch(/^12 .*(?:too large|terlalu besar)/u);
  }
});
