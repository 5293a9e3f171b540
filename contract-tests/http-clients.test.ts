import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { RawConnection } from "../server/testing/raw-connection.ts";
import { isRunOfAll } from "../server/testing/run-size.ts";
import { newCode, openShop, paymentInput, paymentPath, readPayment } from "./support/shop.ts";

/**
 * Tests what the HTTP clients of other languages add to a request: headers, an Expect, a body in chunks, an offer of
 * HTTP/2. Each client sends the same requests on one connection. Some of them are refused.
 */

const { base_url } = inject("service");
const shop = await openShop();

/**
 * uWebSockets.js serves nothing after a body in chunks, and recognises Expect only in lower case
 * (server/security/README.md).
 */
const isUws = inject("transport") === "uws";

interface Step {
  name: string;
  method: string;
  path: string;
  body: string;
  /** The output of a client: the status, and the code of a refusal. */
  answer: string;
}

function stepsFor(payment_code: string): Step[] {
  const created = JSON.stringify(paymentInput(shop, { payment_code, customer_name: "Siti Ü" }));
  const step = (name: string, method: string, at: string, answer: string, body = ""): Step => ({
    name,
    method,
    path: at,
    body,
    answer,
  });
  return [
    step("accounts", "GET", "/gateway/accounts", "200 "),
    step("refused", "POST", "/gateway/payments", "400 validation_error", "{}"),
    step("broken", "POST", "/gateway/payments", "400 invalid request body", "{"),
    step("created", "POST", "/gateway/payments", "201 ", created),
    step("repeated", "POST", "/gateway/payments", "409 payment_code_conflict", created),
    step("read", "GET", paymentPath(payment_code), "200 "),
    step("unknown", "GET", paymentPath(`${payment_code}/x`), "404 not_found"),
    step("cancelled", "DELETE", paymentPath(payment_code), "200 "),
    step("listed", "GET", "/gateway/payments?per_page=1", "200 "),
  ];
}

/** Starts a proxy that passes bytes on unchanged and counts the connections. */
async function startPassage() {
  const { hostname, port } = new URL(base_url);
  let connections = 0;
  const server = createServer((client) => {
    connections += 1;
    const gateway = connect(Number(port), hostname);
    client.pipe(gateway).pipe(client);
    for (const socket of [client, gateway]) {
      socket.on("error", () => [client, gateway].map((one) => one.destroy()));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${address.port}`, connections: () => connections };
}

interface Habit {
  /** The headers of each request in the client's spelling, including the requested ones. */
  always: string[];
  /** The headers of a request with a body. */
  withBody: string[];
  /** The headers of a request without a body. */
  without?: string[];
  isChunked?: boolean;
}

const expectation = "Expect: 100-continue";
const json = "Content-Type: application/json";
const encodings = "Accept-Encoding: gzip;q=1.0,deflate;q=0.6,identity;q=0.3";
const http2 = [
  "Connection: Upgrade, HTTP2-Settings",
  "HTTP2-Settings: AAEAAEAAAAIAAAAAAAMAAAAAAAQBAAAAAAUAAEAAAAYABgAA",
  "Upgrade: h2c",
];

/** Headers recorded from the clients, without the key, the host and the length. */
const habits: Record<string, Habit> = {
  "Java's HttpURLConnection": {
    always: [
      "User-Agent: Java/17.0.21",
      "Accept: text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2",
      "Connection: keep-alive",
    ],
    withBody: ["Content-Type: application/json; charset=UTF-8", expectation],
  },
  "Java's java.net.http, which offers HTTP/2": {
    always: [...http2, "User-Agent: Java-http-client/17.0.21"],
    withBody: [json, ...(isUws ? [] : ["Expect: 100-Continue"])],
    without: ["Content-Length: 0"],
  },
  okhttp: {
    always: ["Connection: Keep-Alive", "Accept-Encoding: gzip", "User-Agent: okhttp/4.12.0"],
    withBody: ["Content-Type: application/json; charset=utf-8"],
    without: ['If-None-Match: "a"'],
  },
  ".NET's PostAsJsonAsync, whose body comes in chunks": {
    always: ["traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"],
    withBody: ["Content-Type: application/json; charset=utf-8"],
    isChunked: true,
  },
  ".NET's HttpWebRequest": {
    always: ["Connection: Keep-Alive"],
    withBody: ["Content-Type: application/json; charset=utf-8", expectation],
  },
  "Go's net/http": {
    always: ["User-Agent: Go-http-client/1.1", "Accept-Encoding: gzip"],
    withBody: [json],
  },
  "Go's net/http, with a reader of unknown length": {
    always: ["User-Agent: Go-http-client/1.1", "Accept-Encoding: gzip"],
    withBody: [json, expectation],
    isChunked: true,
  },
  "PHP's curl": {
    always: ["User-Agent: GuzzleHttp/7", "Accept: */*"],
    withBody: [json, expectation],
  },
  "Python's requests": {
    always: [
      "User-Agent: python-requests/2.34.2",
      "Accept-Encoding: gzip, deflate, br, zstd",
      "Accept: */*",
      "Connection: keep-alive",
    ],
    withBody: [json],
    without: ["Content-Length: 0"],
  },
  "Ruby's net/http": {
    always: [encodings, "Accept: */*", "User-Agent: Ruby"],
    withBody: [json, expectation],
  },
  "Node.js's fetch, in lower case": {
    always: ["connection: keep-alive", "accept: */*", "sec-fetch-mode: cors", "accept-language: *"],
    withBody: ["content-type: application/json"],
  },
};

/**
 * Sends a step as the client would. The body follows only after the gateway has asked for it. Returns the
 * client's output.
 */
async function sendStep(
  connection: RawConnection,
  { method, path: target, body }: Step,
  { always, withBody, without = [], isChunked = false }: Habit,
): Promise<string> {
  const bytes = Buffer.from(body);
  const length = isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${bytes.length}`;
  const own = body === "" ? without : [...withBody, length];
  const { host } = new URL(base_url);
  const head = [`Host: ${host}`, `X-Api-Key: ${shop.api_key}`, ...always, ...own];
  connection.send([`${method} ${target} HTTP/1.1`, ...head, "", ""].join("\r\n"));
  if (own.some((header) => header.startsWith("Expect"))) {
    expect((await connection.response()).status).toBe(100);
  }
  const text = bytes.toString("latin1");
  connection.send(
    isChunked && body ? `${bytes.length.toString(16)}\r\n${text}\r\n0\r\n\r\n` : text,
  );
  const answer = await connection.response();
  const { code = "" } = JSON.parse(answer.body) as { code?: string };
  return `${answer.status} ${code}`;
}

describe("recorded requests of", () => {
  test.each(Object.entries(habits))("%s", async (_name, habit) => {
    const port = Number(new URL(base_url).port);
    let connection = await RawConnection.open(port);
    onTestFinished(() => void connection.socket.destroy());
    const payment_code = newCode();
    for (const step of stepsFor(payment_code)) {
      expect(await sendStep(connection, step, habit), step.name).toBe(step.answer);
      if (habit.isChunked && isUws) {
        connection.socket.destroy();
        connection = await RawConnection.open(port);
      }
    }
    const payment = await readPayment(shop, payment_code);
    expect(payment).toMatchObject({ payment_status: "CANCELLED", customer_name: "Siti Ü" });
  });
});

interface Client {
  name: string;
  /** Commands that succeed if the client is installed. */
  needs: string[];
  compile?: string[];
  run: string[];
  isChunked?: boolean;
}

const folder = path.join(import.meta.dirname, "http-clients");
const okhttp = ["okhttp", "okio"].map((name) => `/usr/share/java/${name}.jar`).join(":");
const java = (file: string, classPath = ".", ...args: string[]): Client => ({
  name: file,
  needs: ["javac --version", ...(classPath === "." ? [] : [`ls ${classPath.split(":")[0]}`])],
  compile: ["javac", "-cp", classPath, "-d", ".", `${folder}/Steps.java`, `${folder}/${file}.java`],
  run: ["java", "-cp", `.:${classPath}`, file, "steps", ...args],
});

const clients: Client[] = [
  {
    name: "Go's net/http",
    needs: ["go version"],
    compile: ["go", "build", "-o", "client.bin", `${folder}/client.go`],
    run: ["./client.bin", "steps"],
  },
  {
    name: "PHP's curl",
    needs: ["php -r curl_version();"],
    run: ["php", `${folder}/client.php`, "steps"],
  },
  {
    name: "Python's requests",
    needs: ["python3 -m requests.help"],
    run: ["python3", `${folder}/client.py`, "steps"],
  },
  {
    name: "Ruby's net/http",
    needs: ["ruby --version"],
    run: ["ruby", `${folder}/client.rb`, "steps"],
  },
  java("UrlConnection"),
  java("NetHttp", ".", ...(isUws ? [] : ["expect"])),
  java("OkHttp", okhttp),
  {
    name: ".NET's HttpClient",
    needs: ["mcs --version", "mono --version"],
    compile: ["mcs", "-r:System.Net.Http", "-out:Client.exe", `${folder}/Client.cs`],
    run: ["mono", "Client.exe", "steps"],
    isChunked: true,
  },
];

const isInstalled = ({ needs }: Client): boolean =>
  needs.every((command) => {
    const [program = "", ...args] = command.split(" ");
    return (
      spawnSync(
        program,
        args.map((text) => text.replace("\u00a0", " ")),
      ).status === 0
    );
  });

const execute = promisify(execFile);
const without = (client: Client): string =>
  !isRunOfAll ? " (skipped: npm test -- --all)" : isInstalled(client) ? "" : " (not installed)";

describe.skipIf(!isRunOfAll)("the real client", () => {
  for (const client of clients) {
    const obstacle = without(client);
    test.skipIf(obstacle !== "")(`${client.name}${obstacle}`, async () => {
      const cwd = await mkdtemp(path.join(tmpdir(), "tepat-http-client-"));
      onTestFinished(() => rm(cwd, { recursive: true }));
      const passage = await startPassage();
      const env = {
        ...process.env,
        GO111MODULE: "off",
        GOTOOLCHAIN: "local",
        TEPAT_URL: passage.url,
        TEPAT_API_KEY: shop.api_key,
      };
      const start = ([program = "", ...args]: string[]) => execute(program, args, { cwd, env });
      if (client.compile) await start(client.compile);

      const steps = stepsFor(newCode());
      const lines = steps.map(({ name, method, path: at, body }) => [name, method, at, body]);
      await writeFile(path.join(cwd, "steps"), lines.map((line) => line.join("\t")).join("\n"));
      const { stdout } = await start(client.run);

      expect(
        stdout
          .trimEnd()
          .split("\n")
          .map((line) => line.trimEnd()),
      ).toEqual(steps.map(({ name, answer }) => `${name} ${answer}`.trimEnd()));
      if (!(client.isChunked && isUws)) expect(passage.connections()).toBe(1);
    });
  }
});
