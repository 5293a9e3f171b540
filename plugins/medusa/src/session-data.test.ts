import { expect, test } from "vitest";
import { codeOf, settingsFrom } from "../../shared/index.ts";
import { sessionIdOf, wholeRupiah } from "./session-data.ts";

test("each amount of a session has its own code, from which the session is found", () => {
  const settings = settingsFrom({
    TEPAT_URL: "https://pay.example",
    TEPAT_API_KEY: "pgk_live_x",
    TEPAT_WEBHOOK_SECRET: "whsec_x",
    TEPAT_SHOP_URL: "https://toko.example",
  });
  const codes = [0, 1, 2].map((revision) => codeOf(settings, "payses_01ABC", revision));
  expect(new Set(codes).size).toBe(3);
  expect(codes.map(sessionIdOf)).toEqual(["payses_01ABC", "payses_01ABC", "payses_01ABC"]);
});

test("an amount with fractions, which taxes can cause, is charged in whole rupiah", () => {
  expect([166_498.89, 150_000, "150000.4"].map(wholeRupiah)).toEqual([166_499, 150_000, 150_000]);
});
