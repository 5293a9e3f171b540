import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { listen } from "./listen.ts";
import { peerAddress } from "./client-address.ts";
import { listenWithNode } from "./node.ts";
import { listenWithUws, loadUws } from "./uws.ts";

// Tests the choice of the listener, independently of this machine. `listeners.test.ts` runs the real listeners. Test
// files share the modules of their worker, so the modules are reset: the mocks apply to this file alone.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock("./node.ts");
vi.mock("./uws.ts");

const lines: string[] = [];
const details: string[] = [];
const remember = (line: unknown): void => void lines.push(String(line));
const options = {
  host: "127.0.0.1",
  port: 0,
  log: {
    debug: (line: unknown): void => void details.push(String(line)),
    info: remember,
    warn: remember,
    error: remember,
  },
};
const dispatch = () => Promise.reject(new Error("nobody asks"));
const drain = () => {};
const close = () => Promise.resolve();
const oldLibrary = "Error: libc.so.6: version `GLIBC_2.38' not found";
const obstacle = new Error(`This version of uWS.js supports only …\n\n${oldLibrary}`);

beforeEach(() => {
  lines.length = 0;
  details.length = 0;
  vi.mocked(listenWithNode).mockResolvedValue({ transport: "node", port: 8080, drain, close });
  vi.mocked(listenWithUws).mockResolvedValue({ transport: "uws", port: 8080, drain, close });
});

describe("without a loadable uWebSockets.js", () => {
  beforeEach(() => void vi.mocked(loadUws).mockRejectedValue(obstacle));

  it("auto falls back to node:http, and has the reason at the level debug", async () => {
    const { transport } = await listen(dispatch, { ...options, transport: "auto" });
    expect(transport).toBe("node");
    expect(lines).toEqual([]);
    expect(details).toEqual([
      `listening on 127.0.0.1 port 8080 with node:http, because its binary does not load here (${oldLibrary})`,
    ]);
  });

  it("uws is refused with the reason", async () => {
    await expect(listen(dispatch, { ...options, transport: "uws" })).rejects.toThrow(oldLibrary);
    expect(lines).toEqual([]);
  });
});

describe("with uWebSockets.js", () => {
  beforeEach(() => void vi.mocked(loadUws).mockResolvedValue({} as never));

  it.for(["auto", "uws"] as const)("%s uses uWebSockets.js", async (transport) => {
    expect((await listen(dispatch, { ...options, transport })).transport).toBe("uws");
    expect(details).toEqual(["listening on 127.0.0.1 port 8080 with uWebSockets.js"]);
  });

  it("node uses node:http", async () => {
    expect((await listen(dispatch, { ...options, transport: "node" })).transport).toBe("node");
    expect(details).toHaveLength(1);
  });

  it("auto does not hide a port in use behind the other listener", async () => {
    vi.mocked(listenWithUws).mockRejectedValue(new Error("Cannot listen on port 80"));
    await expect(listen(dispatch, { ...options, transport: "auto" })).rejects.toThrow("port 80");
  });
});

describe("peerAddress", () => {
  it.for([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["0000:0000:0000:0000:0000:ffff:c000:0201", "192.0.2.1"],
    ["2001:0db8:0000:0000:0000:0000:0000:0001", "2001:db8::1"],
    ["::1", "::1"],
    ["fe80::1%eth0", "fe80::1%eth0"],
    ["", ""],
  ])("spells %s as %s", ([text = "", spelling]) => {
    expect(peerAddress(text)).toBe(spelling);
  });
});
