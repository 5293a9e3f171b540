import { expect, test } from "vitest";
import { formatCountIn } from "../../../web-shared/src/money.ts";
import { rupiahText } from "./written-numbers.ts";

test("a count follows the language of its sentence, and rupiah do not", () => {
  expect(formatCountIn("en", 2_422)).toBe("2,422");
  expect(formatCountIn("id", 2_422)).toBe("2.422");
  expect(rupiahText(278_187)).toBe("Rp278.187");
});
