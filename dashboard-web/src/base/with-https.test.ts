import { expect, test } from "vitest";
import { withHttps } from "./with-https.ts";

test.each([
  ["tokobatik.com", "https://tokobatik.com"],
  [" toko.example:8443/baru ", "https://toko.example:8443/baru"],
  ["https://toko.example", "https://toko.example"],
  // The server refuses this address and explains why.
  ["http://toko.example", "http://toko.example"],
  ["  ", ""],
])("the web address %j is sent as %j", (typed, sent) => {
  expect(withHttps(typed)).toBe(sent);
});
