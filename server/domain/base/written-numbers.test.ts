import { expect, test } from "vitest";
import { countText, rupiahText } from "./written-numbers.ts";

test("a count follows the language of its sentence, and rupiah do not", () => {
  expect(countText(2_422, "en")).toBe("2,422");
  expect(countText(2_422, "id")).toBe("2.422");
  expect(rupiahText(278_187)).toBe("Rp278.187");
});
