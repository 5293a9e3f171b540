import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { backoffMilliseconds } from "./src/backoff.ts";
import { createBell } from "./src/bell.ts";
import { readConfig } from "./src/config.ts";
import { createRefresher } from "./src/device.ts";
import { createHeart } from "./src/heartbeat.ts";
import { limits } from "./src/limits.ts";
import {
  firstReports,
  note,
  noted,
  openOutbox,
  queueLength,
  queueUnseen,
  removeAcknowledged,
  type Outbox,
} from "./src/outbox.sql.ts";
import { pairingCode } from "./src/pairing-code.ts";
import { readPairingLink } from "./src/pairing-link.ts";
import { register } from "./src/register.ts";
import { codeSample, sample, selfTest } from "./src/self-test.ts";
import { createSender, resultOf } from "./src/sender.ts";
import { serverUrl } from "./src/server-url.ts";
import {
  asDevice,
  asPairedPhone,
  readDevice,
  registerDevice,
  sendHeartbeat,
  sendReports,
  type Credential,
  type Heartbeat,
  type NumberedReport,
} from "./src/server.ts";
import { parseShade } from "./src/shade.ts";
import { version } from "./src/version.ts";
import { createWatcher } from "./src/watcher.ts";
import { shadeEntry } from "./testing/fake-phone.ts";
import { printedByTermux, reportedByTermux, vectors, type GivenAnswer } from "./testing/vectors.ts";

/** Tests this Worker with the vectors of PROTOCOL.md, whose rules apply to every Worker. */

let home: string;
let outbox: Outbox;
let gateway: Server;
let gatewayUrl: string;
let given: GivenAnswer;
let requests: { request: IncomingMessage; body: unknown }[];

const outboxFile = () => join(home, "outbox.db");

function restart(): void {
  outbox.close();
  outbox = openOutbox(outboxFile());
}

beforeAll(async () => {
  gateway = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
    request.on("end", () => {
      const body: unknown = text === "" ? null : JSON.parse(text);
      requests.push({ request, body });
      if ("is_broken" in given) {
        response.destroy();
        return;
      }
      response.writeHead(given.status, given.headers).end(answerText(given, body));
    });
  }).listen(0, "127.0.0.1");
  await once(gateway, "listening");
  gatewayUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
});

afterAll(() => {
  gateway.closeAllConnections();
  gateway.close();
});

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "tepat-worker-"));
  outbox = openOutbox(outboxFile());
  requests = [];
});

afterEach(async () => {
  outbox.close();
  await rm(home, { recursive: true, force: true });
});

function answerText(answer: Exclude<GivenAnswer, { is_broken: true }>, body: unknown): string {
  if (answer.outcome !== undefined) {
    const { notifications } = body as { notifications: { key: string }[] };
    const data = notifications.map(({ key }) => ({
      key,
      outcome: answer.outcome,
      mutation_id: null,
      matched_payment_code: null,
    }));
    return JSON.stringify({ success: true, message: "OK", data });
  }
  return answer.text ?? JSON.stringify(answer.json);
}

const anyReport = { key: "k", package_name: "com.bca", title: "", body: "", posted_at: "" };
const device = () => asDevice({ server_url: gatewayUrl, device_token: "pgd_token" });

function call(name: string, to: Credential, body: unknown) {
  switch (name) {
    case "registration":
      return registerDevice(to, body as object);
    case "device":
      return readDevice(to);
    case "heartbeat":
      return sendHeartbeat(to, body as Heartbeat);
    case "reports":
      return sendReports(to, (body as { notifications: NumberedReport[] }).notifications);
    default:
      throw new Error(`there is no call ${name}`);
  }
}

test("the vectors' numbers equal the Worker's", () => {
  expect(vectors.limits).toEqual({
    notifications_per_report: limits.notificationsPerReport,
    key_characters: limits.keyCharacters,
    // Termux:API prints none of Android's marks.
    mark_characters: 255,
    error_characters: limits.errorCharacters,
    server_address_characters: limits.serverAddressCharacters,
    pairing_code_characters: limits.pairingCodeCharacters,
    request_milliseconds: limits.requestMilliseconds,
    answer_bytes: limits.answerBytes,
    refused_notifications: limits.refusedNotifications,
    failures_before_detour: limits.failuresBeforeDetour,
    heartbeat_milliseconds: limits.heartbeatMilliseconds,
    device_refresh_milliseconds: limits.deviceRefreshMilliseconds,
    approval_poll_milliseconds: limits.approvalPollMilliseconds,
    backoff_first_milliseconds: limits.backoffFirstMilliseconds,
    backoff_most_milliseconds: limits.backoffMostMilliseconds,
    identities_seen: limits.identitiesSeen,
    queue_length_warning: limits.queueLengthWarning,
  });
});

const problems: Record<string, string> = {
  not_an_address: "is not a server's address",
  in_the_clear: "unencrypted",
  not_a_link: "is not a pairing code",
};

describe("server addresses", () => {
  test.each(vectors.server_addresses.valid)("$address", ({ address, url, is_plain }) => {
    expect(serverUrl(address)).toBe(url);
    expect(url.startsWith("http://")).toBe(is_plain);
  });

  test.each(vectors.server_addresses.invalid)(
    "the address $address is $problem",
    ({ address, problem }) => {
      expect(() => serverUrl(address)).toThrow(problems[problem]);
    },
  );
});

describe("pairing links", () => {
  test.each(vectors.pairing_links.valid)("$text", ({ text, server, code }) => {
    expect(readPairingLink(text)).toEqual({ server_url: server, code });
  });

  test.each(vectors.pairing_links.invalid)("$text is $problem", ({ text, problem }) => {
    expect(() => readPairingLink(text)).toThrow(problems[problem]);
  });
});

test.each(vectors.pairing_codes)("pairing code $code", ({ code, ...registered }) => {
  expect(pairingCode(registered)).toBe(code);
});

test.each(vectors.requests)("the request of $call", async (vector) => {
  const { pairing_code, device_token = "" } = vector.with;
  given = { status: 200, text: "" };
  const to =
    pairing_code === undefined
      ? asDevice({ server_url: gatewayUrl, device_token })
      : asPairedPhone(gatewayUrl, pairing_code);
  await call(vector.call, to, vector.body);
  const [{ request, body } = {}] = requests;
  expect(request).toMatchObject({ method: vector.request.method, url: vector.request.path });
  expect(request?.headers).toMatchObject(vector.request.headers);
  for (const name of vector.request.absent_headers) expect(request?.headers[name]).toBeUndefined();
  expect(body).toEqual(vector.body);
});

test.each(vectors.answers)("$call answered $status $json $text means $kind", async (vector) => {
  given = vector;
  const answer = await call(vector.call, device(), {
    notifications: [{ ...anyReport, sequence: 1 }],
  });
  expect(answer.kind).toBe(vector.kind);
  if (vector.wait_seconds !== undefined) {
    expect(answer).toMatchObject({ waitSeconds: vector.wait_seconds });
  }
  expect(requests).toHaveLength(1);
});

test.each(vectors.registrations)("registering: $name", async ({ steps }) => {
  const installations = new Set<unknown>();
  for (const { code, device_name, answer, kept, says } of steps) {
    given = answer;
    const pairing = `tepat://pair?server=${encodeURIComponent(gatewayUrl)}&code=${code}`;
    const phone = { model: async () => "Pixel 8a" };
    const told = await register(home, { pairing, name: device_name }, phone).catch(String);
    if (says !== undefined) expect(told).toContain(says);
    const { request, body } = requests.at(-1) ?? {};
    expect(request?.headers["x-pairing-token"]).toBe(code);
    expect(body).toMatchObject({ device_name, model: "Pixel 8a", app_version: version });
    const { installation_id } = body as { installation_id: string };
    expect(installation_id).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
    const config = await readConfig(home);
    if (kept === null) {
      expect(config).toBeNull();
      continue;
    }
    expect(config).toMatchObject({ ...kept, server_url: gatewayUrl });
    installations.add(config?.installation_id);
  }
  expect(installations.size).toBe(1);
});

test.each(vectors.backoff)("wait after $failures failures at $random", (vector) => {
  expect(backoffMilliseconds(vector.failures, () => vector.random)).toBe(vector.milliseconds);
});

interface Sight {
  at: string;
  shown: Parameters<typeof printedByTermux>[0][];
}

/** Lets the Worker read the shown notifications once. */
async function look({ at, shown }: Sight): Promise<void> {
  const watcher = createWatcher({
    outbox,
    phone: {
      listShade: async () => parseShade(JSON.stringify(shown.map(printedByTermux))),
      timeZone: async () => "Asia/Jakarta",
    },
    pollMilliseconds: 2_000,
    now: () => new Date(at),
    random: () => 1,
    log: () => {},
    onQueued: () => {},
  });
  await watcher();
}

const watch = (packages: readonly string[]) => note(outbox, "packages", JSON.stringify(packages));

const forTermux = vectors.reports.filter(({ only }) => only === undefined);

test("most report vectors apply to every Worker", () => {
  expect(forTermux.length).toBeGreaterThan(50);
});

test.each(forTermux)("$name", async ({ watched, notification, also_shown = [], report }) => {
  watch(watched);
  await look({ at: "2026-11-21T03:15:32.000Z", shown: [notification, ...also_shown] });
  const own = firstReports(outbox, 100).filter(
    ({ key }) => !also_shown.some((other) => other.key === key),
  );
  const expected = report && { ...reportedByTermux(report), sequence: expect.any(Number) };
  expect(own).toEqual(expected ? [expected] : []);
});

test.each(vectors.sightings.scripts)("$name", async ({ watched, steps, queue }) => {
  watch(watched);
  for (const step of steps) {
    if (step.restart) restart();
    if (step.watched) watch(step.watched);
    if (step.acknowledge) {
      const sent = firstReports(outbox, step.acknowledge).map(({ sequence }) => sequence);
      removeAcknowledged(outbox, sent);
    }
    if (step.at === undefined) continue;
    const shown = step.shown.map((name) => {
      const notification = vectors.sightings.notifications[name];
      if (!notification) throw new Error(`there is no notification ${name}`);
      return notification;
    });
    await look({ at: step.at, shown });
  }
  expect(firstReports(outbox, 100)).toEqual(
    queue.map((report) => ({ ...report, key: expect.any(String) })),
  );
});

test.each(vectors.sending.scripts)("$name", async ({ queued, random, steps, set_aside }) => {
  const begin = () => {
    const bell = createBell();
    return createSender({
      outbox,
      bell,
      async send(batch) {
        const answer = await sendReports(device(), batch);
        if (meanwhile > 0) queue(meanwhile);
        meanwhile = 0;
        return answer;
      },
      now: () => new Date("2026-11-21T03:15:32.000Z"),
      random: () => random,
      log: () => {},
    });
  };
  const queue = (count: number) =>
    queueUnseen(
      outbox,
      Array.from({ length: count }, () => ({
        identity: crypto.randomUUID(),
        has_own_time: true,
        report: anyReport,
      })),
    );
  let meanwhile = 0;
  let sendNext = begin();
  queue(queued);
  for (const step of steps) {
    if (step.restart) {
      restart();
      sendNext = begin();
    }
    if (step.queue) queue(step.queue);
    if (step.send === undefined) continue;
    meanwhile = step.queue_meanwhile ?? 0;
    const answer = vectors.sending.answers[step.answer];
    if (!answer) throw new Error(`there is no answer ${step.answer}`);
    given = answer;
    expect(await sendNext()).toBe(step.wait_milliseconds);
    const { body } = requests.at(-1) as { body: { notifications: { sequence: number }[] } };
    expect(body.notifications.map(({ sequence }) => sequence)).toEqual(numbersOf(step.send));
    expect(queueLength(outbox)).toBe(step.waiting);
  }
  const refused = outbox.prepare("select sequence from refused order by sequence").all();
  expect(refused.map(({ sequence }) => sequence)).toEqual(set_aside);
});

const numbersOf = (ranges: readonly (readonly [number, number])[]) =>
  ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );

test.each(vectors.watching)("$name", async ({ random, steps }) => {
  const refresh = createRefresher({
    outbox,
    read: () => readDevice(device()),
    random: () => random,
    log: () => {},
  });
  for (const { answer, wait_milliseconds, watched } of steps) {
    given = answer;
    expect(await refresh()).toBe(wait_milliseconds);
    expect(JSON.parse(noted(outbox, "packages") ?? "[]")).toEqual(watched);
  }
});

test.each(vectors.heartbeats)("$name", async ({ steps }) => {
  let battery: number | null = null;
  let elapsed = 0;
  let now = Date.parse("2026-11-21T03:15:32.000Z");
  const beat = createHeart({
    outbox,
    phone: { batteryPercent: async () => battery },
    async send(heartbeat) {
      now += elapsed;
      return sendHeartbeat(device(), heartbeat);
    },
    now: () => new Date(now),
  });
  for (const { state, answer, elapsed_milliseconds, body, wait_milliseconds } of steps) {
    if (state.battery !== undefined) battery = state.battery;
    if (state.queue_length !== undefined) fillQueue(state.queue_length);
    if (state.last_notification_at) {
      note(outbox, "last_notification_at", state.last_notification_at);
    }
    if (state.listener_error !== undefined) note(outbox, "listener_error", state.listener_error);
    if (state.self_test) await selfTestThatFinds(state.self_test);
    elapsed = elapsed_milliseconds;
    given = answer;
    expect(await beat()).toBe(wait_milliseconds);
    expect(requests.at(-1)?.body).toEqual({ ...body, app_version: version });
  }
});

function fillQueue(length: number): void {
  removeAcknowledged(
    outbox,
    firstReports(outbox, 100).map(({ sequence }) => sequence),
  );
  const identities = Array.from({ length }, () => crypto.randomUUID());
  const report = anyReport;
  queueUnseen(
    outbox,
    identities.map((identity) => ({ identity, has_own_time: true, report })),
  );
}

const runSelfTest = (shown: { title: string; text: string }) =>
  selfTest(
    outbox,
    {
      post: async () => {},
      removePosted: async () => {},
      listShade: async () => [
        shadeEntry({ tag: sample.id, title: shown.title, content: shown.text }),
      ],
    },
    async () => {},
  ).catch(String);

async function selfTestThatFinds(verdict: string): Promise<void> {
  const shown = vectors.self_test.read_back.find((read) => read.verdict === verdict);
  if (!shown) throw new Error(`there is no verdict ${verdict}`);
  await runSelfTest(shown);
}

test("the self-test's notification is the one of the vectors", () => {
  expect({ title: sample.title, text: sample.content }).toEqual(vectors.self_test.notification);
  expect({ title: codeSample.title, text: codeSample.content }).toEqual(
    vectors.self_test.code_notification,
  );
});

test.each(vectors.self_test.read_back)("read back as $title: $text: $verdict", async (read) => {
  await runSelfTest(read);
  expect(noted(outbox, "texts_hidden")).toBe(String(read.verdict === "hidden"));
});

test.each(vectors.results)("$answer.outcome is shown as $result $payment_code", (vector) => {
  const shown = vector.payment_code ? `matched ${vector.payment_code}` : vector.result;
  expect(resultOf(vector.answer)).toBe(shown.replace("_", " "));
});
