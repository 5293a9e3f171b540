import { expect, test } from "vitest";
import { isSameQrisName } from "./qris-name.ts";

test.each([
  ["WARUNG BU TINI", "Warung Bu Tini", true],
  ["kedai  uji", "Kedai Uji.", true],
  ["WARUNG KOPI SUSU BU TINI J", "Warung Kopi Susu Bu Tini Jakarta", true],
  ["WARUNG", "Warung Bu Tini", false],
  ["KEDAI UJI", "Warung Bu Tini", false],
])("%s in a code and the shop %s: the same name is %s", (inCode, shop, isSame) => {
  expect(isSameQrisName(inCode, shop)).toBe(isSame);
});
