import { describe, expect, test, vi } from "vitest";
import { readConfig } from "./start/config.ts";
import { asTyped } from "./start/typed-command.ts";
import { welcome } from "./welcome.ts";

describe("the output of npm start", () => {
  const printed = (
    settings: Record<string, string>,
    url: string,
    firstAccountAddress: string | null = null,
  ) =>
    welcome(
      { url, transport: "node", firstAccountAddress, drain() {}, close: async () => {} },
      readConfig(settings),
    );

  test("names the data folder, and the local address behind a public one", () => {
    const local = "http://127.0.0.1:8080";
    expect(printed({ TEPAT_DATA_DIR: "data" }, local)).toMatch(/^\nData folder: data\n/);
    const PUBLIC_URL = "https://pay.example";
    expect(printed({ PUBLIC_URL, TEPAT_EMBEDDED: "1" }, local)).toMatch(
      /^\nLocal address: http:\/\/127\.0\.0\.1:8080\nData folder: /,
    );
  });

  test.each([
    [{}, "http://127.0.0.1:8080/dashboard"],
    [{ PUBLIC_URL: "https://pay.example", TEPAT_EMBEDDED: "1" }, "https://pay.example/dashboard"],
  ])("states the dashboard's address with %j", (settings, address) => {
    expect(printed(settings, "http://127.0.0.1:8080")).toSatisfy((text: string) =>
      text.endsWith(`. The dashboard is at:\n\n${address}\n`),
    );
  });

  test("ends with the first account's address, after one line for programmers", () => {
    const address = "http://127.0.0.1:8080/dashboard/first-account#code";
    expect(printed({ TEPAT_DATA_DIR: "data" }, "http://127.0.0.1:8080", address)).toMatch(
      /^For programmers: http:\/\/127\.0\.0\.1:8080\/docs\/first-api-payment$/m,
    );
    const text = printed({}, "http://127.0.0.1:8080", address);
    expect(text).not.toContain("npx tepat");
    expect(text.split("\n").slice(-4)).toEqual([
      "Tepat runs until you close this window. Create the first account in a browser, at this address:",
      "",
      address,
      "",
    ]);
  });

  test.each([
    [undefined, "npx tepat"],
    ["tepat", "tepat"],
    ["npx @tepat/gateway", "npx @tepat/gateway"],
  ])("names the command of TEPAT_COMMAND %j", (command, words) => {
    vi.stubEnv("TEPAT_COMMAND", command);
    const text = asTyped(
      `${printed({ PORT: "9090" }, "http://127.0.0.1:9090")}\nnpx tepat-worker pair`,
    );
    vi.unstubAllEnvs();
    expect(text).toContain(`begin here with: PORT=9090 ${words}\n`);
    expect(text).toContain("\nnpx tepat-worker pair");
  });

  test.each([
    [{ PORT: "9090" }, "http://127.0.0.1:9090", "PORT=9090 npx tepat"],
    [{ PORT: "0" }, "http://127.0.0.1:40123", "PORT=40123 npx tepat"],
    [{ HOST: "::", PORT: "9090" }, "http://:::9090", "PORT=9090 npx tepat"],
    [
      { HOST: "192.0.2.1" },
      "http://192.0.2.1:8080",
      "PUBLIC_URL='http://192.0.2.1:8080' TEPAT_EMBEDDED=1 npx tepat",
    ],
    [
      { TEPAT_DATA_DIR: "/it's" },
      "http://127.0.0.1:8080",
      String.raw`TEPAT_DATA_DIR='/it'\''s' npx tepat`,
    ],
  ])("repeats %j", (settings, url, words) => {
    expect(printed(settings, url)).toContain(`\nIts commands begin here with: ${words}\n`);
  });

  test("shows no secret of a separate database", () => {
    const settings = {
      DATABASE_URL: "postgres://tepat:hidden@db/tepat",
      TEPAT_SECRET: "s".repeat(32),
    };
    const text = printed(settings, "http://localhost:8080");
    expect(text).toContain("with the same DATABASE_URL and TEPAT_SECRET");
    expect(text).not.toMatch(/hidden|ssss/);
    const { DATABASE_URL: _, ...embedded } = { ...settings, TEPAT_EMBEDDED: "1" };
    expect(printed(embedded, "http://localhost:8080")).toContain(
      "with the same TEPAT_EMBEDDED and TEPAT_SECRET",
    );
  });
});
