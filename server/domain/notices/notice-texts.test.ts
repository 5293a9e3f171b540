import { expect, test } from "vitest";
import type { WaitingNotice } from "./notice-messages.sql.ts";
import { writeMessage } from "./notice-texts.ts";

test.each([
  ["en", "1,200 payments received, Rp12.000.000 in total", /and 1,1\d\d more$/u],
  ["id", "1.200 pembayaran masuk, total Rp12.000.000", /dan 1\.1\d\d lainnya$/u],
] as const)("a message in %s counts as its language does: %s", (language, title, end) => {
  const notice = {
    facts: { payment_code: "INV-1", payment_total: 10_000, customer_name: "Budi" },
  } as unknown as WaitingNotice;
  const notices = Array.from({ length: 1_200 }, () => notice);
  const text = writeMessage("paid", notices, { language, time_zone: "Asia/Jakarta" });
  expect(text.title).toBe(title);
  expect(text.body).toMatch(end);
});
