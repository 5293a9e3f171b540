import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { status } from "./src/status.ts";
import { createFakePhone, jakartaTime, transfer } from "./testing/fake-phone.ts";
import { openShop, type Shop } from "./testing/shop.ts";
import {
  startWorker,
  tepatWorker,
  type Installation,
  type WorkerProcess,
} from "./testing/worker-process.ts";

/** Runs the commands as a merchant types them, against a real server. */

let shop: Shop;
/** Another shop, with its own server. */
let other: Shop;
let home: string;
let installation: Installation;
let running: WorkerProcess[];

beforeAll(async () => {
  [shop, other] = await Promise.all([openShop(), openShop()]);
});

afterAll(async () => {
  await shop?.close();
  await other?.close();
});

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "tepat-worker-"));
  installation = {
    directory: join(home, "worker"),
    phone: await createFakePhone(join(home, "phone")),
  };
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((worker) => worker.kill()));
  await rm(home, { recursive: true, force: true });
});

const typed = (...args: string[]) => tepatWorker(installation, args);

const register = ({ url, api_key }: Pick<Shop, "url" | "api_key"> = shop) =>
  typed("register", "--server", url, "--key", api_key, "--name", "Counter phone");

function start(): WorkerProcess {
  const worker = startWorker(installation);
  running.push(worker);
  return worker;
}

const config = async () =>
  JSON.parse(await readFile(join(installation.directory, "config.json"), "utf8")) as {
    device_id: string;
    device_token: string;
    installation_id: string;
  };

const approve = async () => shop.tepat("device approve", "--device", (await config()).device_id);
const revoke = async () => shop.tepat("device revoke", "--device", (await config()).device_id);

/** Waits for a line of the command `status`, in this process: starting the command again and again would take seconds. */
const statusSays = async (line: RegExp) =>
  await expect.poll(() => status(installation.directory), { interval: 100 }).toMatch(line);

interface Payment {
  payment_code: string;
  payment_total: number;
  payment_status: string;
}

async function createPayment(payment_code: string): Promise<Payment> {
  const { data } = (await shop.post("/gateway/payments", {
    account_id: shop.account_id,
    payment_code,
    payment_amount: 150_000,
    payment_expired_at: "2099-12-31T23:59:59+07:00",
    customer_name: "Budi",
    customer_email: "budi@example.com",
  })) as { data: Payment };
  return data;
}

const isPaid = async (payment: Payment) =>
  await expect
    .poll(
      async () => {
        const { data } = (await shop.get(`/gateway/payments/${payment.payment_code}`)) as {
          data: Payment;
        };
        return data.payment_status;
      },
      { interval: 200 },
    )
    .toBe("PAID");

/** Returns the contents of the dashboard's QR code. */
async function pairingOffer(): Promise<{ uri: string }> {
  const dashboard = await shop.dashboard();
  const { data } = await dashboard.post("/pairing", {});
  return data as { uri: string };
}

const paidBy = (payment: Payment) =>
  transfer(payment.payment_total, { when: jakartaTime(new Date()) });

test("transfers from before the approval pay after it, and those from a revocation wait for a person", async () => {
  const registered = await register();
  expect(registered.code, registered.output).toBe(0);
  const before = await config();
  const code = /Pairing code {2}([0-9A-Z]{3}-[0-9A-Z]{3})$/m.exec(registered.output)?.[1] ?? "none";
  const worker = start();
  const early = await createPayment("EARLY");
  await installation.phone.show([paidBy(early)]);
  await statusSays(/^Waiting +1$/m);
  const { output } = await typed("status");
  expect(output).toMatch(/^Approval +PENDING$/m);
  expect(output).toMatch(/^Watched +com\.bca$/m);
  expect(output).toMatch(/^Running +yes$/m);
  expect(output).toContain(code);
  await approve();
  await isPaid(early);
  await statusSays(/^Waiting +0$/m);

  await revoke();
  // The server trusts a token for up to a second after its revocation.
  await statusSays(/^Approval +unknown: HTTP 401 unauthorized/m);
  const late = await createPayment("LATE");
  // Termux shows whole seconds, so this time lies between the revocation and the next registration.
  const seen = Math.ceil(Date.now() / 1_000) * 1_000;
  const lateTransfer = transfer(late.payment_total, { when: jakartaTime(new Date(seen)) });
  await installation.phone.show([paidBy(early), lateTransfer]);
  await expect.poll(() => Date.now()).toBeGreaterThan(seen + 1_000);
  await statusSays(/^Waiting +[12]$/m);
  expect((await typed("status")).output).toMatch(/^Approval +unknown: HTTP 401 unauthorized/m);
  expect((await register()).code).toBe(0);
  const after = await config();
  expect(after.device_id).toBe(before.device_id);
  expect(after.device_token).not.toBe(before.device_token);
  await approve();
  await statusSays(/^Waiting +0$/m);
  const reasonOfLate = async () => {
    const { data } = (await shop.get("/worker/mutations?only_unmatched=true")) as {
      data: { amount_parsed: number; match_reason: string }[];
    };
    return data.find(({ amount_parsed }) => amount_parsed === late.payment_total)?.match_reason;
  };
  await expect.poll(reasonOfLate, { interval: 200 }).toBe("while_unregistered");
  expect(worker.output()).not.toContain(after.device_token);
});

test("a queue stays on the phone during a registration with another shop, and is sent on return", async () => {
  await register();
  const first = await config();
  const worker = start();
  const payment = await createPayment("MOVED");
  await installation.phone.show([paidBy(payment)]);
  await statusSays(/^Waiting +1$/m);

  const moved = await register(other);
  expect(moved.output).toContain("1 notifications that were seen for another shop or gateway");
  const { device_id } = await config();
  expect(device_id).not.toBe(first.device_id);
  await other.tepat("device approve", "--device", device_id);
  await expect.poll(() => worker.output(), { interval: 200 }).toContain("Watching com.bca");
  await statusSays(/^Approval +ACTIVE$/m);
  await statusSays(/^Waiting +0$/m);
  await statusSays(/^Held +1, seen for another shop/m);
  const held = await typed("held");
  expect(JSON.parse(held.output)).toMatchObject({ package_name: "com.bca", sequence: 1 });
  expect(await other.get("/worker/mutations")).toMatchObject({ data: [] });

  await register();
  expect((await config()).device_id).toBe(first.device_id);
  await approve();
  await isPaid(payment);
  await statusSays(/^Held +0$/m);
});

test("held notifications are deleted on request", async () => {
  await register();
  start();
  const payment = await createPayment("DISCARDED");
  await installation.phone.show([paidBy(payment)]);
  await statusSays(/^Waiting +1$/m);
  await register(other);
  expect(await typed("held", "--discard")).toMatchObject({
    code: 0,
    output: expect.stringContaining("1 notifications were deleted."),
  });
  await statusSays(/^Held +0$/m);
});

test("the API key is not stored", async () => {
  expect((await register()).code).toBe(0);
  await typed("status");
  for (const file of await readdir(installation.directory)) {
    expect(await readFile(join(installation.directory, file), "latin1")).not.toContain(
      shop.api_key,
    );
  }
});

test("the phone's files are readable only by their owner, even in a folder that others can read", async () => {
  await mkdir(installation.directory, { mode: 0o755 });
  expect((await register()).code).toBe(0);
  await typed("status");
  for (const file of await readdir(installation.directory)) {
    const { mode } = await stat(join(installation.directory, file));
    expect([file, mode & 0o077]).toEqual([file, 0]);
  }
});

test("a phone registers with the text of a pairing QR code, once", async () => {
  const { uri } = await pairingOffer();
  const pair = () => typed("register", "--pairing", uri, "--name", "Counter phone");
  const registered = await pair();
  expect(registered.code, registered.output).toBe(0);
  expect(registered.output).toMatch(/Pairing code {2}[0-9A-Z]{3}-[0-9A-Z]{3}$/m);
  await approve();
  // The same phone can register twice with one code; another phone cannot.
  expect((await pair()).code).toBe(0);
  const { installation_id } = await config();
  const path = join(installation.directory, "config.json");
  await writeFile(path, (await readFile(path, "utf8")).replace(installation_id, randomUUID()));
  expect(await pair()).toMatchObject({
    code: 1,
    output: expect.stringContaining("did not register this phone: HTTP 401 unauthorized"),
  });
  expect(await readFile(path, "utf8")).not.toContain("pgp_");
});

test("a phone paired and approved in the dashboard reports a transfer that pays", async () => {
  const dashboard = await shop.dashboard();
  const { uri } = await pairingOffer();
  const registered = await typed("register", "--pairing", uri, "--name", "Till phone");
  const shown = /Pairing code {2}([0-9A-Z]{3}-[0-9A-Z]{3})$/m.exec(registered.output)?.[1];
  const worker = start();
  const payment = await createPayment("PAIRED");
  await installation.phone.show([paidBy(payment)]);
  await statusSays(/^Waiting +1$/m);

  const { device_id } = await config();
  const listed = async () => {
    const { data } = await dashboard.get("/devices");
    const devices = data as { device_id: string; device_status: string; pairing_code: string }[];
    return devices.find((device) => device.device_id === device_id);
  };
  expect(await listed()).toMatchObject({ device_status: "PENDING", pairing_code: shown });
  const approveWith = (pairing_code: string) =>
    dashboard.post(`/devices/${device_id}/approval`, { pairing_code });
  const other = shown === "AAA-AAA" ? "BBB-BBB" : "AAA-AAA";
  expect(await approveWith(other)).toMatchObject({ code: "conflict" });
  expect(await listed()).toMatchObject({ device_status: "PENDING" });
  expect(await approveWith(shown ?? "")).toMatchObject({ data: { device_status: "ACTIVE" } });
  await isPaid(payment);
  expect(worker.output()).not.toContain("pgp_");
});

test("a wrong key gets the server's explanation and changes nothing", async () => {
  expect((await register()).code).toBe(0);
  const before = await config();
  const { code, output } = await register({ ...shop, api_key: "pgk_live_wrong" });
  expect(code).toBe(1);
  expect(output).toMatch(/did not register this phone: HTTP 403 tenant_api_key_required/);
  expect(await config()).toEqual(before);
});

test("one Worker runs on a phone, and another can start after its kill", async () => {
  await register();
  const first = start();
  await statusSays(/^Running +yes$/m);
  expect(await typed("run")).toEqual({
    code: 1,
    output: "tepat-worker already runs on this phone. Stop it before you start it again.\n",
  });
  await first.kill();
  await statusSays(/^Running +no/m);
  start();
  await statusSays(/^Running +yes$/m);
});

test("the server accepts the heartbeat", async () => {
  await register();
  await approve();
  start();
  await statusSays(/^Last heartbeat +20\d\d-/m);
});

test.each([
  [["run"], "This phone is not registered. To register it, see tepat-worker register --help"],
  [["status"], "This phone is not registered"],
  [["register", "--server", "http://localhost"], "Give --pairing and --name, or --server"],
  [
    ["register", "--pairing", "pgp_x", "--name", "n"],
    "This is not a pairing code of the dashboard",
  ],
  [
    ["register", "--pairing", "tepat-pair:?server=http%3A%2F%2Fpay.example&token=x", "--name", "n"],
    "would send the device's token unencrypted",
  ],
  [["register", "--server", "pay", "--key", "k", "--name", "n"], "pay is not a server's address"],
  [["fly"], "Unknown command fly"],
  [["run", "fast"], "Unknown argument fast."],
  [["run", "--fast"], "Unknown option '--fast'"],
])("%j fails with the reason", async (args, message) => {
  const { code, output } = await typed(...args);
  expect(code).toBe(1);
  expect(output).toContain(message);
  expect(output).not.toMatch(/\n {4}at /);
});
