import { expect, test } from "vitest";
import { crc16, decodeQris, staticQris } from "./qris.ts";

test("the checksum follows the QRIS standard", () => {
  expect(crc16("123456789")).toBe("29B1");
});

test("a code with one changed character is refused", () => {
  expect(decodeQris(staticQris).get("59")).toBe("KEDAI UJI");
  expect(() => decodeQris(staticQris.replace("KEDAI", "KEDAJ"))).toThrow("checksum");
});
