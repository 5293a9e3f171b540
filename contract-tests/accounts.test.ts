import { expect, test } from "vitest";
import { dataOf } from "./support/http.ts";
import { openShop } from "./support/shop.ts";

test("x", async () => {
  const shop = await openShop();
  expect(dataOf(await shop.get("/gateway/accounts"))).toEqual([shop.account]);
});
