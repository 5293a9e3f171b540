import { describe, expect, test } from "vitest";
import { clientAddress, noProxies, parseTrustedProxies } from "./client-address.ts";

const proxy = "10.0.0.1";
const address = (trusted: string, forwarded: string | undefined, remoteAddress = proxy) =>
  clientAddress(
    { remoteAddress, header: (name) => (name === "x-forwarded-for" ? forwarded : undefined) },
    parseTrustedProxies(trusted),
  );

describe("the client's address", () => {
  test("is the peer's without a trusted proxy, with any header", () => {
    const request = { remoteAddress: proxy, header: () => "192.0.2.1" };
    expect(clientAddress(request, noProxies)).toBe(proxy);
  });

  test.each([
    ["behind one proxy", "1", "192.0.2.1", "192.0.2.1"],
    ["behind one proxy, with a claim of its own", "1", "203.0.113.9, 192.0.2.1", "192.0.2.1"],
    ["behind two proxies", "2", "203.0.113.9, 192.0.2.1, 10.0.0.2", "192.0.2.1"],
    ["behind fewer proxies than trusted", "3", "192.0.2.1", "192.0.2.1"],
    ["behind a proxy that forwards nothing", "1", undefined, proxy],
    ["behind a proxy that forwards an empty list", "1", "", proxy],
    ["in a network of proxies", "10.0.0.0/8", "203.0.113.9, 192.0.2.1, 10.9.9.9", "192.0.2.1"],
    ["that is itself in the network", "10.0.0.0/8", "10.1.1.1", "10.1.1.1"],
    ["behind a trusted proxy by its address", "10.0.0.1", "192.0.2.1", "192.0.2.1"],
    ["behind another proxy than the trusted", "10.0.0.2", "192.0.2.1", proxy],
    ["of IPv6", "1", "2001:DB8:0:0::1", "2001:db8::1"],
    ["of IPv4 in IPv6", "1", "::ffff:192.0.2.1", "192.0.2.1"],
    ["with a port", "1", "192.0.2.1:50123", "192.0.2.1"],
    ["of IPv6 with a port", "1", "[2001:db8::1]:443", "2001:db8::1"],
    ["that is no address", "1", "unknown", proxy],
    ["that is a number", "1", "3221225985", proxy],
    ["before an entry that is no address", "2", "192.0.2.1, <script>", proxy],
  ])("%s", (_, trusted, forwarded, expected) => {
    expect(address(trusted, forwarded)).toBe(expected);
  });

  test("is not taken from a peer outside the trusted networks", () => {
    expect(address("10.0.0.0/8, ::1", "192.0.2.1", "198.51.100.7")).toBe("198.51.100.7");
    expect(address("10.0.0.0/8, ::1", "192.0.2.1", "::1")).toBe("192.0.2.1");
  });
});

test.each(["11", "-1", "yes", "10.0.0/8", "10.0.0.0/33", "", "10.0.0.1,", "2001:db8::/129"])(
  "TRUST_PROXY=%s is refused",
  (text) => {
    expect(() => parseTrustedProxies(text)).toThrow(/^must be /);
  },
);
