import { expect, test } from "vitest";
import { serverUrl } from "./server-url.ts";

test.each([
  ["https://pay.example.com", "https://pay.example.com"],
  ["https://example.com:8443/tepat//", "https://example.com:8443/tepat"],
  ["http://localhost:8080/", "http://localhost:8080"],
  ["http://192.168.1.20:8080", "http://192.168.1.20:8080"],
  ["http://100.100.1.2", "http://100.100.1.2"],
  ["http://shop.local", "http://shop.local"],
  ["http://[::1]:8080", "http://[::1]:8080"],
])("%s is accepted", (address, url) => {
  expect(serverUrl(address)).toBe(url);
});

test.each([
  "http://pay.example.com",
  "http://10.example.com",
  "http://127.0.0.1.example.com",
  "http://192.169.0.1",
  "http://[2001:db8::1]",
])("the token is not sent unencrypted to %s", (address) => {
  expect(() => serverUrl(address)).toThrow("Use https://");
});

test.each([
  "pay.example.com",
  "ftp://pay.example.com",
  "https://user:secret@pay.example.com",
  "https://pay.example.com/?key=1",
  "",
])("%j is not an address", (address) => {
  expect(() => serverUrl(address)).toThrow("is not a server's address");
});
