import { describe, expect, test } from "vitest";
import { settingsFrom } from "./settings.ts";

const least = {
  TEPAT_URL: "https://pay.example",
  TEPAT_API_KEY: "pgk_live_x",
  TEPAT_WEBHOOK_SECRET: "whsec_new",
  TEPAT_SHOP_URL: "https://toko.example",
};

describe("a shop's settings", () => {
  test("are four, with defaults for the rest", () => {
    expect(settingsFrom(least)).toEqual({
      baseUrl: "https://pay.example",
      apiKey: "pgk_live_x",
      webhookSecrets: ["whsec_new"],
      accountId: undefined,
      hoursToPay: 24,
      shopMark: expect.stringMatching(/^[0-9a-f]{6}$/),
      webhookUrl: undefined,
      returnUrl: undefined,
      checkSeconds: 60,
    });
  });

  test("can have two webhook secrets while one is being replaced", () => {
    const settings = { ...least, TEPAT_WEBHOOK_SECRET: "whsec_new, whsec_old" };
    expect(settingsFrom(settings).webhookSecrets).toEqual(["whsec_new", "whsec_old"]);
  });

  test("are all named at once if missing, and no secret is repeated", () => {
    expect(() => settingsFrom({ TEPAT_API_KEY: "pgk_live_x", TEPAT_URL: " " })).toThrow(
      "This shop cannot use Tepat. Correct these settings: TEPAT_URL is missing; TEPAT_WEBHOOK_SECRET is missing; TEPAT_SHOP_URL is missing.",
    );
  });

  test("distinguish a copy at another address from the shop, but not the shop from itself with https", () => {
    const markOf = (TEPAT_SHOP_URL: string) => settingsFrom({ ...least, TEPAT_SHOP_URL }).shopMark;
    const mark = markOf("https://toko.example");
    expect(["http://toko.example/", "HTTPS://Toko.example"].map(markOf)).toEqual([mark, mark]);
    const copies = [
      "https://uji.toko.example",
      "https://toko.example/uji",
      "http://localhost:9000",
    ];
    expect(copies.map(markOf)).not.toContain(mark);
  });

  test.each([
    ["TEPAT_URL", "ftp://pay.example", "TEPAT_URL is not an http or https address"],
    ["TEPAT_SHOP_URL", "toko.example", "TEPAT_SHOP_URL is not an http or https address"],
    ["TEPAT_WEBHOOK_URL", "/hooks", "TEPAT_WEBHOOK_URL is not an http or https address"],
    ["TEPAT_HOURS_TO_PAY", "0", "TEPAT_HOURS_TO_PAY is not a number above 0 and at most 2160"],
    ["TEPAT_HOURS_TO_PAY", "a day", "TEPAT_HOURS_TO_PAY is not a number above 0 and at most 2160"],
    ["TEPAT_CHECK_SECONDS", "3601", "TEPAT_CHECK_SECONDS is not a number above 0 and at most 3600"],
  ])("with %s %j are refused", (name, value, problem) => {
    expect(() => settingsFrom({ ...least, [name]: value })).toThrow(problem);
  });
});
