import { afterEach, expect, test } from "vitest";
import type { AuditEntry } from "../../base/generated/types.gen.ts";
import { showTimesIn } from "../../base/time.ts";
import { sentenceOf } from "./audit-sentence.ts";

afterEach(() => showTimesIn(undefined));

const refused = (entry: Pick<AuditEntry, "action" | "details">): AuditEntry => ({
  entry_id: "0197f0a1-6b1d-7cc3-9d0e-3a6f2f7c1b11",
  actor: "merchant",
  person_name: "Siti",
  object_id: null,
  object_name: null,
  client_address: null,
  user_agent: null,
  created_at: "2026-11-21T10:03:00.000Z",
  ...entry,
});

test.each([
  ["operation.refused", "totp_not_enabled", "memerlukan autentikasi dua langkah"],
  ["operation.refused", "forbidden", "tidak diizinkan untuk perannya"],
  ["session.refused", "wrong", "gagal masuk"],
  ["session.refused", "code_missing", "tetapi tanpa kode"],
] as const)(
  "%s because of %s has its own sentence, with the first time",
  (action, reason, words) => {
    showTimesIn("Asia/Jakarta");
    const details = { reason, first_refused_at: "2026-11-21T10:01:00.000Z" };
    const sentence = sentenceOf(refused({ action, details }));
    expect(sentence).toContain(words);
    expect(sentence).toMatch(/^Siti .+, pertama kali 21 Nov 2026, 17\.01\.$/u);
  },
);

test("a refusal whose reason has no sentence keeps the general one", () => {
  const details = { reason: "new_reason", first_refused_at: "2026-11-21T10:01:00.000Z" };
  expect(sentenceOf(refused({ action: "operation.refused", details }))).toBe(
    "Siti mencoba tindakan yang tidak diizinkan.",
  );
});
