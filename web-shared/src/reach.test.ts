import { expect, test } from "vitest";
import { reachOf } from "./reach.ts";

test.each([
  ["http://localhost:8080/pay/1", "computer"],
  ["http://toko.localhost:8080", "computer"],
  ["http://127.0.0.1:8080/pay/1", "computer"],
  ["http://[::1]:8080", "computer"],
  ["http://localhost.:8080", "computer"],
  ["http://0.0.0.0:8080", "computer"],
  ["http://[::]:8080", "computer"],
  ["http://[::ffff:127.0.0.1]:8080", "computer"],
  ["http://[::ffff:192.168.1.5]", "network"],
  ["http://kasir:8080", "network"],
  ["http://kasir.lan", "network"],
  ["http://tepat.internal", "network"],
  ["http://tepat.home.arpa.", "network"],
  ["http://100.64.0.1", "network"],
  ["http://100.127.255.255", "network"],
  ["http://100.63.0.1", "internet"],
  ["http://100.128.0.1", "internet"],
  ["http://[::ffff:8.8.8.8]", "network"],
  ["https://[2606:4700::1]", "internet"],
  ["https://localhost.pay.example", "internet"],
  ["http://192.168.1.5:8080/l/kopi", "network"],
  ["http://10.0.0.7:8080", "network"],
  ["http://172.16.0.1", "network"],
  ["http://kasir.local:8080", "network"],
  ["http://[fd00::1]:8080", "network"],
  ["https://172.15.0.1", "internet"],
  ["https://10.example.com", "internet"],
  ["https://pay.example/l/kopi", "internet"],
] as const)("%s opens in the %s", (address, reach) => {
  expect(reachOf(address)).toBe(reach);
});
