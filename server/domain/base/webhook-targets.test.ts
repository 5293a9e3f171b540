import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { problemInEnglish } from "../../contract/field-problems.ts";
import { checkWebhookUrl, isPublicAddress } from "./webhook-targets.ts";

const publicOnly = { allowPrivate: false };
const anyTarget = { allowPrivate: true };

/** The Fetch standard's list in undici. */
const { badPorts } = createRequire(import.meta.url)("undici/lib/web/fetch/constants.js") as {
  badPorts: string[];
};

const refused = (words: string): { problem: string } => ({
  problem: expect.stringContaining(words),
});

/** Returns the problem of an address in English. */
function judged(...given: Parameters<typeof checkWebhookUrl>) {
  const target = checkWebhookUrl(...given);
  return "problem" in target ? { problem: problemInEnglish(target.problem) } : target;
}

test.each([
  ["https://shop.example/hook", "https://shop.example/hook"],
  ["https://shop.example", "https://shop.example/"],
  ["https://shop.example:443/hook", "https://shop.example/hook"],
  ["https://shop.example:8443/hook?a=1&b=%20", "https://shop.example:8443/hook?a=1&b=%20"],
  ["HTTPS://SHOP.Example./Hook", "https://shop.example/Hook"],
  ["https://shop.example/hook#top", "https://shop.example/hook"],
  ["https://shop.example/a/../hook", "https://shop.example/hook"],
  ["https://toko.example/pembayaran/é", "https://toko.example/pembayaran/%C3%A9"],
  ["https://bücher.example/", "https://xn--bcher-kva.example/"],
  ["https://8.8.8.8/", "https://8.8.8.8/"],
  ["https://134744072/", "https://8.8.8.8/"],
  ["https://[2606:4700:4700::1111]/", "https://[2606:4700:4700::1111]/"],
  ["https://10.shop.example/", "https://10.shop.example/"],
  ["http://shop.example/hook", "http://shop.example/hook"],
  ["HTTP://Shop.example:80/hook", "http://shop.example/hook"],
  ["http://shop.example:443/", "http://shop.example:443/"],
  ["http://8.8.8.8:3000/hook", "http://8.8.8.8:3000/hook"],
  ...[80, 81, 3000, 5000, 8000, 8080, 9443, 65535].map((port) => [
    `https://shop.example:${port}/`,
    `https://shop.example:${port}/`,
  ]),
  ["https://localhost.shop.example/", "https://localhost.shop.example/"],
])("%s is accepted as %s", (text, url) => {
  expect(judged(text, publicOnly)).toEqual({ url });
});

test.each([
  // Fault D1: literal addresses that are not public.
  "127.0.0.1",
  "[::1]",
  "[::]",
  "0.0.0.0",
  "10.0.0.1",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "169.254.169.254",
  // Addresses of clouds, which only look public.
  "168.63.129.16",
  "2822734096",
  "0xa8.0x3f.0x81.0x10",
  "161.26.0.10",
  "166.11.255.255",
  "100.100.100.200",
  "192.0.0.192",
  "[fd00:ec2::254]",
  "[fd20:ce::254]",
  "[::ffff:127.0.0.1]",
  "[::ffff:a9fe:a9fe]",
  "[::ffff:8.8.8.8]",
  "[::ffff:0:127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[64:ff9b:1::7f00:1]",
  "[2002:7f00:1::]",
  "[2001:0:7f00:1::]",
  "[::7f00:1]",
  "[fd00:ec2::254]",
  "[fc00::1]",
  "[fe80::1]",
  "[fec0::1]",
  "[ff02::1]",
  "[2001:db8::1]",
  "[3fff::1]",
  "[100::1]",
  "[5f00::1]",
  "[4000::1]",
  "100.64.0.1",
  "100.127.255.255",
  "192.0.0.1",
  "192.0.2.1",
  "192.88.99.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  // Fault D2: the same addresses in other spellings, and names that never leave the machine or its network.
  "2130706433",
  "0x7f.1",
  "0x7f000001",
  "0177.0.0.1",
  "017700000001",
  "127.1",
  "127.0.0.1.",
  "0",
  "①②⑦.⓪.⓪.①",
  "１２７.0.0.1",
  "%31%32%37.0.0.1",
  "127。0。0。1",
  "localhost",
  "localhost.",
  "LOCALHOST",
  "ⓛocalhost",
  "api.localhost",
  "printer.local",
  "kasir.lan",
  "metadata.google.internal",
  "metadata.google.internal.",
  "router.home.arpa",
  "postgres",
  "postgres.",
  "shop.example..",
  "shop..example",
  ".example",
])("the host %s is refused as not public", (host) => {
  expect(judged(`https://${host}/hook`, publicOnly)).toEqual(refused("public host"));
  expect(judged(`https://${host}:8443/hook`, publicOnly)).toEqual(refused("public host"));
  expect(judged(`http://${host}:8080/hook`, publicOnly)).toEqual(refused("public host"));
});

test.each([
  // Fault D6: ports, schemes, credentials.
  ["https://shop.example:0/", "another port"],
  ...badPorts.flatMap((port) => [
    [`https://shop.example:${port}/`, "another port"],
    [`http://shop.example:${port}/`, "another port"],
  ]),
  ["https://user@shop.example/", "user name"],
  ["https://user:secret@shop.example/", "user name"],
  ["https://:secret@shop.example/", "user name"],
  ["https://shop.example%40evil.example/", "absolute URL"],
  ...["ftp:", "file:", "gopher:", "ws:", "wss:"].map((scheme) => [
    `${scheme}//shop.example/`,
    "absolute URL",
  ]),
  ...["javascript:alert(1)", "data:text/html,hi", "blob:https://shop.example/1"].map((text) => [
    text,
    "absolute URL",
  ]),
  // Forms that only a browser would accept.
  ["", "absolute URL"],
  ["shop.example/hook", "absolute URL"],
  ["//shop.example/hook", "absolute URL"],
  ["https:shop.example/hook", "absolute URL"],
  ["https:\\\\shop.example/hook", "absolute URL"],
  ["https://", "absolute URL"],
  ["https://shop.example:65536/", "absolute URL"],
  ["https://256.1.1.1/", "absolute URL"],
  ["https://[fe80::1%25eth0]/", "absolute URL"],
  // Fault D7: line breaks and similar characters, anywhere.
  ...[
    "\t",
    "\r",
    "\n",
    "\r\nX-Evil: 1",
    "\0",
    "\u007f",
    "\u0085",
    "\u2028",
    " ",
    "\u00a0",
    "\ud800",
  ]
    .flatMap((odd) => [
      `https://shop${odd}.example/hook`,
      `https://shop.example/ho${odd}ok`,
      `https://shop.example/hook?a=${odd}`,
      `${odd}https://shop.example/hook`,
      `https://shop.example/hook${odd}`,
    ])
    .map((text) => [text, "control characters"]),
])("%j is refused", (text, problem) => {
  expect(judged(text, publicOnly)).toEqual(refused(problem));
});

test("the canonical URL alone decides about a backslash or an @ in the path", () => {
  expect(judged("https://shop.example\\@127.0.0.1/", publicOnly)).toEqual({
    url: "https://shop.example/@127.0.0.1/",
  });
  expect(judged("https://shop.example/@127.0.0.1", publicOnly)).toEqual({
    url: "https://shop.example/@127.0.0.1",
  });
});

test("a URL of 2048 characters is accepted and one of 2049 is refused", () => {
  const url = "https://shop.example/".padEnd(2048, "a");
  expect(judged(url, publicOnly)).toEqual({ url });
  expect(judged(`${url}a`, publicOnly)).toEqual(refused("2048 characters"));
});

test("a short URL that percent-encoding makes too long is refused", () => {
  expect(judged(`https://shop.example/${"é".repeat(1000)}`, publicOnly)).toEqual(
    refused("2048 characters"),
  );
});

test.each([
  "http://localhost:3000/hook",
  "http://127.0.0.1:9999/",
  "https://[::1]:8443/hook",
  "http://receiver:8080/hook",
  "http://192.168.1.10/hook",
])("a gateway with private targets allowed can call %s", (url) => {
  expect(judged(url, anyTarget)).toEqual({ url });
});

test.each([
  ["ftp://localhost/", "absolute URL"],
  ["http://user@localhost/", "user name"],
  ["http://localhost:6000/", "another port"],
  ["http://localhost/\n", "control characters"],
])("%j is refused even if private targets are allowed", (text, problem) => {
  expect(judged(text, anyTarget)).toEqual(refused(problem));
});

// Fault D8.
test.each([
  ["https://pay.example", "https://pay.example/gateway/payments"],
  ["https://pay.example", "https://PAY.example.:443/"],
  ["https://pay.example/base", "https://pay.example/elsewhere"],
  ["http://localhost:8080", "http://localhost:8080/worker/notify/x"],
  ["http://localhost:8080", "http://127.0.0.1:8080/"],
  ["http://localhost:8080", "http://127.9.9.9:8080/"],
  ["http://localhost:8080", "http://[::1]:8080/"],
  ["http://localhost:8080", "http://[::ffff:127.0.0.1]:8080/"],
  ["http://localhost:8080", "http://0.0.0.0:8080/"],
  ["http://localhost:8080", "http://api.localhost.:8080/"],
])("a gateway at %s refuses to call itself at %s", (ownOrigin, text) => {
  expect(judged(text, { allowPrivate: true, ownOrigin })).toEqual(refused("this gateway"));
});

test.each([
  ["https://pay.example", "https://shop.pay.example/"],
  ["https://pay.example", "https://pay.example:8443/"],
  ["http://localhost:8080", "http://localhost:8081/"],
])("a gateway at %s can call its neighbour %s", (ownOrigin, url) => {
  expect(judged(url, { allowPrivate: true, ownOrigin })).toEqual({ url });
});

test.each([
  ["1.1.1.1", true],
  ["223.255.255.254", true],
  ["172.15.255.255", true],
  ["172.32.0.0", true],
  ["100.63.255.255", true],
  ["100.128.0.0", true],
  ["168.63.129.15", true],
  ["168.63.129.17", true],
  ["161.27.0.1", true],
  ["166.7.255.255", true],
  ["166.12.0.1", true],
  ["2404:6800:4003::200e", true],
  ["127.0.0.1", false],
  ["fe80::1%eth0", false],
  ["1fff::1", false],
  ["::ffff:1.1.1.1", false],
  ["shop.example", false],
  ["", false],
])("isPublicAddress(%j) is %s", (ip, isPublic) => {
  expect(isPublicAddress(ip)).toBe(isPublic);
});
