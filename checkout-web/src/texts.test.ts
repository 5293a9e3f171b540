import { expect, test } from "vitest";
import { texts } from "./texts.ts";

test("every text is translated", () => {
  const same = Object.entries(texts.id).filter(
    ([name, text]) => typeof text === "string" && text === texts.en[name as keyof typeof texts.en],
  );
  expect(same.map(([name]) => name)).toEqual(["total"]);
});
