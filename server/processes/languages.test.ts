import { execFile, execFileSync, spawn, type ChildProcess } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openShop, type Shop } from "../../worker/testing/shop.ts";
import { signWebhook } from "../domain/webhooks/webhook-signature.ts";
import { freePort } from "../testing/free-port.ts";
import vectors from "../testing/data/webhook-vectors.json" with { type: "json" };

/** Runs the programs of docs/programs as written, against a real gateway, if their language is installed. */

const docs = path.resolve(import.meta.dirname, "../../docs");
const page = await readFile(path.join(docs, "languages.md"), "utf8");

interface Language {
  name: string;
  /** The programs that the language needs. All must be installed. */
  needs: readonly string[];
  compile?: readonly (readonly string[])[];
  invoice: readonly string[];
  refund: readonly string[];
  webhook: (port: number) => readonly string[];
}

const languages: Language[] = [
  {
    name: "PHP",
    needs: ["php -r curl_version();"],
    invoice: ["php", "invoice.php"],
    refund: ["php", "refund.php"],
    webhook: (port) => ["php", "-S", `127.0.0.1:${port}`, "webhook.php"],
  },
  {
    name: "Python",
    needs: ["python3 --version"],
    invoice: ["python3", "invoice.py"],
    refund: ["python3", "refund.py"],
    webhook: () => ["python3", "webhook.py"],
  },
  {
    name: "Go",
    needs: ["go version"],
    compile: [
      ["go", "build", "-o", "invoice.bin", "invoice/main.go"],
      ["go", "build", "-o", "refund.bin", "refund/main.go"],
      ["go", "build", "-o", "webhook.bin", "webhook/main.go"],
    ],
    invoice: ["./invoice.bin"],
    refund: ["./refund.bin"],
    webhook: () => ["./webhook.bin"],
  },
  {
    name: "Ruby",
    needs: ["ruby --version"],
    invoice: ["ruby", "invoice.rb"],
    refund: ["ruby", "refund.rb"],
    webhook: (port) =>
      hasProgram("rackup --version")
        ? ["rackup", "--host", "127.0.0.1", "--port", String(port)]
        : ["ruby", "serve.rb"],
  },
  {
    name: "Java",
    needs: ["javac --version"],
    compile: [["javac", "Invoice.java", "Refund.java", "Webhook.java"]],
    invoice: ["java", "Invoice"],
    refund: ["java", "Refund"],
    webhook: () => ["java", "Webhook"],
  },
  {
    name: "C#",
    // Mono runs the program here in place of .NET.
    needs: ["mcs --version", "mono --version"],
    compile: [
      ["mcs", "-r:System.Net.Http", "Invoice.cs"],
      ["mcs", "-r:System.Net.Http", "Refund.cs"],
      ["mcs", "-r:System.Core", "Webhook.cs"],
    ],
    invoice: ["mono", "Invoice.exe"],
    refund: ["mono", "Refund.exe"],
    webhook: () => ["mono", "Webhook.exe"],
  },
];

/**
 * A small Rack server. Rack's own server needs gems; this one reads config.ru and supports only what one program needs.
 */
const rackServer = `
require "socket"
require "stringio"
def run(app) = $app = app
eval(File.read("config.ru"), TOPLEVEL_BINDING, File.expand_path("config.ru"))
server = TCPServer.new("127.0.0.1", Integer(ENV.fetch("PORT")))
loop do
  client = server.accept
  client.gets
  env = {}
  while (line = client.gets.chomp) != ""
    name, value = line.split(": ", 2)
    env["HTTP_" + name.upcase.tr("-", "_")] = value
  end
  # A request without a body has no input, as Rack 3 has it.
  length = env["HTTP_CONTENT_LENGTH"]
  env["rack.input"] = StringIO.new(client.read(length.to_i)) if length
  status, = $app.call(env)
  client.write("HTTP/1.1 #{status} x\\r\\nconnection: close\\r\\n\\r\\n")
  client.close
end
`;

function hasProgram(command: string): boolean {
  const [program = "", ...args] = command.split(" ");
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const isInstalled = ({ needs }: Language): boolean => needs.every(hasProgram);

const missing = languages.filter((language) => !isInstalled(language)).map(({ name }) => name);
if (missing.length > 0)
  console.log(`Skipped, as they are not installed here: ${missing.join(", ")}`);

const secret = `whsec_${Buffer.alloc(32, 5).toString("base64")}`;
const formerSecret = `whsec_${Buffer.alloc(32, 6).toString("base64")}`;

let folder: string;
let shop: Shop;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "tepat-languages-"));
  await cp(path.join(docs, "programs"), folder, { recursive: true });
  await writeFile(path.join(folder, "serve.rb"), rackServer);
  shop = await openShop();
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

const environment = (settings: Record<string, string>) => ({
  ...process.env,
  GOFLAGS: "-mod=mod",
  GO111MODULE: "off",
  GOTOOLCHAIN: "local",
  ...settings,
});

const inFolder = promisify(execFile);

test("the page's vector is valid, and equals the one in the signature's tests", () => {
  const [first] = vectors;
  for (const value of [first?.secrets[0], first?.id, first?.body, first?.signature])
    expect(page).toContain(`\`${value}\``);
  expect(page).toContain(`\`${first?.timestamp_seconds}\``);
});

describe.each(languages)("$name", (language) => {
  const isMissing = missing.includes(language.name);
  let url: string;
  let printed = "";

  beforeAll(async () => {
    if (isMissing) return;
    for (const [program = "", ...args] of language.compile ?? [])
      await inFolder(program, args, { cwd: folder, env: environment({}) });
    const port = await freePort();
    const [program = "", ...args] = language.webhook(port);
    const child = spawn(program, args, {
      cwd: folder,
      env: environment({ PORT: String(port), TEPAT_WEBHOOK_SECRET: secret }),
    });
    children.push(child);
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        printed += chunk.toString();
      });
    url = `http://127.0.0.1:${port}/`;
    await vi.waitFor(() => fetch(url), { timeout: 60_000 });
  });

  test.skipIf(isMissing)(
    "creates and reads an invoice, and explains why it cannot be created again",
    async () => {
      const code = codeOf(1);
      const run = () => runProgram(language.invoice, code);

      const { stdout } = await run();
      const { data } = (await shop.get(`/gateway/payments/${encodeURIComponent(code)}`)) as {
        data: { payment_total: number; payment_status: string };
      };
      expect(data.payment_status).toBe("PENDING");
      expect(stdout).toContain(String(data.payment_total));
      expect(stdout.trimEnd().split("\n").at(-1)).toContain(code);
      expect(stdout).toContain("PENDING");
      await expect(run()).rejects.toThrow("payment_code_conflict");
    },
  );

  test.skipIf(isMissing)(
    "records a refund once, lists it, and explains why a higher one is refused",
    async () => {
      const code = codeOf(2);
      const { account_id, merchant_id } = shop;
      await shop.post("/gateway/payments", {
        account_id,
        payment_code: code,
        payment_amount: 60_000,
        payment_expired_at: new Date(Date.now() + 3_600_000).toISOString(),
        customer_name: "Budi",
        customer_email: "budi@example.com",
      });
      await shop.tepat("simulate transfer", "--payment", code, "--merchant", merchant_id);
      const run = (reference: string) => runProgram(language.refund, code, reference);
      for (const _time of ["first", "again"]) {
        const { stdout } = await run(`${code} one`);
        expect(stdout).toContain("50000");
        expect(stdout).toContain("OWED");
      }
      expect(await shop.get(`/gateway/payments/${encodeURIComponent(code)}/refunds`)).toMatchObject(
        { data: [{ reference: `${code} one`, amount: 50_000, refund_status: "OWED" }] },
      );
      await expect(run(`${code} two`)).rejects.toThrow("refund_exceeds_received");
    },
  );

  const codeOf = (number: number) => `${language.name.replace("#", "-sharp")} ${number}`;
  function runProgram([program = "", ...args]: readonly string[], ...given: string[]) {
    const env = environment({
      TEPAT_URL: shop.url,
      TEPAT_API_KEY: shop.api_key,
      TEPAT_ACCOUNT_ID: shop.account_id,
    });
    return inFolder(program, [...args, ...given], { cwd: folder, env });
  }

  const body = JSON.stringify({ type: "payment.paid", data: { payment_code: "INV/ÄÖ 1" } });
  const now = () => Math.floor(Date.now() / 1000);
  function headersOf({
    secrets = [secret],
    timestampSeconds = now(),
    signed = body,
  }: { secrets?: string[]; timestampSeconds?: number; signed?: string } = {}) {
    const id = "msg_019aa3c5e2b07d1e8f4c2a6b9d0e1f23";
    return {
      "webhook-id": id,
      "webhook-timestamp": String(timestampSeconds),
      "webhook-signature": signWebhook({ secrets, id, timestampSeconds, body: signed }),
    };
  }
  const post = async (headers: Record<string, string>, sent = body) =>
    (await fetch(url, { method: "POST", headers, body: sent })).status;

  test.skipIf(isMissing)(
    "accepts the gateway's signatures, also during a rotation of the secret",
    async () => {
      expect(await post(headersOf())).toBe(204);
      expect(await post(headersOf({ secrets: [formerSecret, secret] }))).toBe(204);
      expect(await post(headersOf({ secrets: [secret, formerSecret] }))).toBe(204);
      await expect.poll(() => printed).toContain("INV/ÄÖ 1");
    },
  );

  test.skipIf(isMissing)(
    "refuses forged, changed, old, future and unreadable webhooks",
    async () => {
      const good = headersOf();
      const refused: Record<string, Record<string, string>> = {
        "another secret": headersOf({ secrets: [formerSecret] }),
        "another body": headersOf({ signed: `${body} ` }),
        "ten minutes old": headersOf({ timestampSeconds: now() - 600 }),
        "ten minutes ahead": headersOf({ timestampSeconds: now() + 600 }),
        "no headers": {},
        "no signature": { ...good, "webhook-signature": "" },
        "no time": { ...good, "webhook-timestamp": "" },
        "a time that is no number": { ...good, "webhook-timestamp": "yesterday" },
        "a time beyond all numbers": { ...good, "webhook-timestamp": "9".repeat(40) },
        "a negative time": { ...good, "webhook-timestamp": `-${good["webhook-timestamp"]}` },
        "a signature that is no base64": { ...good, "webhook-signature": "v1,***" },
        "a signature without its version": {
          ...good,
          "webhook-signature": good["webhook-signature"].slice("v1,".length),
        },
        "another id": { ...good, "webhook-id": "msg_2" },
      };
      const answers = await Promise.all(
        Object.entries(refused).map(async ([title, headers]) => [title, await post(headers)]),
      );
      expect(Object.fromEntries(answers)).toEqual(
        Object.fromEntries(Object.keys(refused).map((title) => [title, 400])),
      );
      expect(await post(headersOf())).toBe(204);
    },
  );
});
