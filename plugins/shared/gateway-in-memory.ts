import { fakeTepat, type FakeTepat } from "@tepat/sdk/testing";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { settingsFrom, type Settings } from "./settings.ts";

type Answer = (request: Request) => Response | Promise<Response>;

/** Replaces every fetch in a test file with the SDK's gateway in memory. */
export function gatewayInMemory(): {
  fake: FakeTepat;
  settings: Settings;
  /** Handles requests whose path begins with `path`, until the test ends. */
  answer(path: string, answer: Answer): void;
} {
  const fake = fakeTepat();
  const answers = new Map<string, Answer>();
  beforeAll(() => {
    vi.stubGlobal("fetch", async (...args: Parameters<typeof fetch>) => {
      const request = new Request(...args);
      const { pathname } = new URL(request.url);
      for (const [path, answer] of answers)
        if (pathname.startsWith(path)) return await answer(request);
      return await fake.fetch(request);
    });
  });
  afterEach(() => answers.clear());
  afterAll(() => vi.unstubAllGlobals());
  const settings = settingsFrom({
    TEPAT_URL: fake.baseUrl,
    TEPAT_API_KEY: fake.apiKey,
    TEPAT_WEBHOOK_SECRET: fake.webhookSecret,
    TEPAT_SHOP_URL: "https://toko.example",
  });
  return { fake, settings, answer: (path, answer) => answers.set(path, answer) };
}

/** Returns a response in the gateway's envelope. */
export const okWith = (data: unknown): Response =>
  Response.json({ success: true, message: "ok", data });
