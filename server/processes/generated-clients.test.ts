import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { access, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openShop, type Shop } from "../../worker/testing/shop.ts";

/**
 * Clients that other people's generators make of openapi/openapi.json, each used against a real gateway. The generators
 * are fetched from their registries into .cache/; without a registry, or without Java, Go or Python, their tests are skipped.
 */

const root = path.resolve(import.meta.dirname, "../..");
const cache = path.join(root, ".cache/generators");
const npmPackages = [
  "openapi-typescript@7.13.0",
  "openapi-fetch@0.17.0",
  "orval@8.38.0",
  "@stoplight/spectral-cli@6.16.3",
];
const pythonPackages = ["pydantic==2.12.4", "urllib3==2.5.0", "python-dateutil==2.9.0.post0"];
const jar = {
  file: path.join(cache, "openapi-generator-7.25.0.jar"),
  path: "org/openapitools/openapi-generator-cli/7.25.0/openapi-generator-cli-7.25.0.jar",
  sha256: "41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae",
};

const run = promisify(execFile);
const folder = await mkdtemp(path.join(tmpdir(), "tepat-clients-"));
let shop: Shop;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  await mkdir(cache, { recursive: true });
  await cp(path.join(root, "openapi/openapi.json"), path.join(folder, "openapi.json"));
  shop = await openShop();
  env = {
    ...process.env,
    TEPAT_URL: shop.url,
    TEPAT_API_KEY: shop.api_key,
    TEPAT_ACCOUNT_ID: shop.account_id,
    GOFLAGS: "-mod=mod",
    GOTOOLCHAIN: "local",
  };
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

/** What a test needs, or the sentence that says why it is skipped. */
async function orSkip<T>(
  skip: (note: string) => void,
  what: string,
  get: () => Promise<T>,
): Promise<T> {
  try {
    return await get();
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split("\n");
    skip(`${what} cannot be had here: ${reason}`);
    throw error;
  }
}

async function npmTools(): Promise<string> {
  const bin = path.join(cache, "node_modules/.bin");
  await run("npm", [
    "install",
    "--prefix",
    cache,
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    ...npmPackages,
  ]);
  return bin;
}

async function generatorJar(): Promise<string> {
  await run("java", ["-version"]);
  const isRight = async () =>
    createHash("sha256")
      .update(await readFile(jar.file))
      .digest("hex") === jar.sha256;
  if (await access(jar.file).then(isRight, () => false)) return jar.file;
  const repository = process.env["MAVEN_REPOSITORY"] ?? "https://repo1.maven.org/maven2";
  const response = await fetch(`${repository}/${jar.path}`);
  if (!response.ok) throw new Error(`${repository} answers ${response.status}`);
  await writeFile(jar.file, Buffer.from(await response.arrayBuffer()));
  if (!(await isRight())) throw new Error("the generator is not the one that was tried");
  return jar.file;
}

async function python(): Promise<string> {
  const place = path.join(cache, "python");
  const program = path.join(place, "bin/python");
  await run("python3", ["-m", "venv", place]);
  await run(program, ["-m", "pip", "install", "--quiet", ...pythonPackages]);
  return program;
}

const generate = async (language: string) => {
  const output = path.join(folder, language);
  const input = path.join(folder, "openapi.json");
  await run("java", ["-jar", jar.file, "generate", "-i", input, "-g", language, "-o", output]);
  return output;
};

/** As every client of this file leaves it. */
async function expectInvoice(code: string, printed: string): Promise<void> {
  const { data } = (await shop.get(`/gateway/payments/${code}`)) as {
    data: { payment_total: number; payment_status: string };
  };
  expect(data.payment_status).toBe("CANCELLED");
  expect(printed.trim().split("\n")).toEqual([
    `PENDING ${data.payment_total}`,
    "payment_code_conflict",
    "CANCELLED",
  ]);
}

/** Compiles the program with the types of the client beside it, and runs it. */
async function runTypeScript(name: string, source: string): Promise<string> {
  const place = path.join(folder, name);
  await writeFile(path.join(place, "main.ts"), source);
  await writeFile(path.join(place, "package.json"), '{"type": "module"}');
  const compile = [
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--module",
    "preserve",
    "--allowImportingTsExtensions",
    "--lib",
    "es2024,dom,dom.iterable",
    "--types",
    "node",
    "--typeRoots",
    path.join(root, "node_modules/@types"),
  ];
  const tsc = path.join(root, "node_modules/.bin/tsc");
  await run(tsc, [...compile, "main.ts"], { cwd: place }).catch((error: { stdout?: string }) => {
    throw new Error(error.stdout);
  });
  return (await run(process.execPath, ["main.ts"], { cwd: place, env })).stdout;
}

const body = (code: string) => `{
  account_id: process.env["TEPAT_ACCOUNT_ID"]!,
  payment_code: "${code}",
  payment_amount: 150000,
  payment_expired_at: new Date(Date.now() + 86_400_000).toISOString(),
  customer_name: "Budi",
  customer_email: "budi@example.com",
}`;

test("spectral has nothing to say about the document", async ({ skip }) => {
  const bin = await orSkip(skip, "spectral", npmTools);
  await writeFile(path.join(folder, ".spectral.yaml"), "extends: ['spectral:oas']\n");
  const args = ["lint", "openapi.json", "--ruleset", ".spectral.yaml", "--fail-severity", "hint"];
  const { stdout } = await run(path.join(bin, "spectral"), args, { cwd: folder });
  expect(stdout).toContain("No results");
});

test("openapi-typescript", async ({ skip }) => {
  const bin = await orSkip(skip, "openapi-typescript", npmTools);
  const place = path.join(folder, "openapi-typescript");
  await mkdir(place);
  await run(path.join(bin, "openapi-typescript"), ["../openapi.json", "-o", "schema.ts"], {
    cwd: place,
  });
  await cp(path.join(cache, "node_modules"), path.join(place, "node_modules"), {
    recursive: true,
    filter: (source) =>
      !source.includes("node_modules/") || /openapi-(fetch|typescript-helpers)/.test(source),
  });
  const printed = await runTypeScript(
    "openapi-typescript",
    `import createClient from "openapi-fetch";
import type { components, paths } from "./schema.ts";

const client = createClient<paths>({
  baseUrl: process.env["TEPAT_URL"]!,
  headers: { "X-Api-Key": process.env["TEPAT_API_KEY"]! },
});
const input = ${body("OT-1")};
const created = await client.POST("/gateway/payments", { body: input });
console.log(created.data!.data.payment_status, created.data!.data.payment_total);
const again = await client.POST("/gateway/payments", { body: input });
console.log(again.error!.code);
const params = { path: { payment_code: "OT-1" } };
await client.DELETE("/gateway/payments/{payment_code}", { params });
const read = await client.GET("/gateway/payments/{payment_code}", { params });
console.log(read.data!.data.payment_status);

type Events = components["schemas"];
export function statusOf(event: Events["PaymentPaidEvent"] | Events["DeviceOfflineEvent"]) {
  if (event.type === "device.offline") return event.data.device_name;
  const paid: "PAID" = event.data.payment_status;
  return paid;
}
`,
  );
  await expectInvoice("OT-1", printed);
});

test("orval", async ({ skip }) => {
  const bin = await orSkip(skip, "orval", npmTools);
  const place = path.join(folder, "orval");
  await mkdir(place);
  const output = { target: "./client.ts", client: "fetch", mode: "single", baseUrl: shop.url };
  const config = { tepat: { input: "../openapi.json", output } };
  await writeFile(
    path.join(place, "orval.config.mjs"),
    `export default ${JSON.stringify(config)};`,
  );
  await run(path.join(bin, "orval"), ["--config", "orval.config.mjs"], { cwd: place });
  const printed = await runTypeScript(
    "orval",
    `import { cancelPayment, createPayment, getPayment } from "./client.ts";
import type { DeviceOfflineEvent, PaymentPaidEvent } from "./client.ts";

const options = { headers: { "X-Api-Key": process.env["TEPAT_API_KEY"]! } };
const input = ${body("ORVAL-1")};
const created = await createPayment(input, options);
if (created.status === 201) console.log(created.data.data.payment_status, created.data.data.payment_total);
const again = await createPayment(input, options);
if (again.status === 409) console.log(again.data.code);
await cancelPayment("ORVAL-1", options);
const read = await getPayment("ORVAL-1", options);
if (read.status === 200) console.log(read.data.data.payment_status);

export function statusOf(event: PaymentPaidEvent | DeviceOfflineEvent) {
  if (event.type === "device.offline") return event.data.device_name;
  const paid: "PAID" = event.data.payment_status;
  return paid;
}
`,
  );
  await expectInvoice("ORVAL-1", printed);
});

test("openapi-generator, Python", async ({ skip }) => {
  await orSkip(skip, "openapi-generator", generatorJar);
  const program = await orSkip(skip, "Python with its packages", python);
  const place = await generate("python");
  await writeFile(
    path.join(place, "main.py"),
    `import json
import os
from datetime import datetime, timedelta, timezone
import openapi_client
from openapi_client.models.payment_paid_event import PaymentPaidEvent

configuration = openapi_client.Configuration(host=os.environ["TEPAT_URL"])
configuration.api_key["api_key"] = os.environ["TEPAT_API_KEY"]
payments = openapi_client.PaymentsApi(openapi_client.ApiClient(configuration))
invoice = openapi_client.CreatePayment(
    account_id=os.environ["TEPAT_ACCOUNT_ID"],
    payment_code="PY-1",
    payment_amount=150000,
    payment_expired_at=(datetime.now(timezone.utc) + timedelta(days=1)).isoformat(),
    customer_name="Budi",
    customer_email="budi@example.com",
)
created = payments.create_payment(invoice).data
print(created.payment_status.value, created.payment_total)
try:
    payments.create_payment(invoice)
except openapi_client.ApiException as error:
    print(json.loads(error.body)["code"])
payments.cancel_payment("PY-1")
print(payments.get_payment("PY-1").data.payment_status.value)

with open("../openapi.json") as file:
    event = json.load(file)["webhooks"]["payment.paid"]["post"]["requestBody"]["content"]["application/json"]["examples"]
assert PaymentPaidEvent.from_dict(event["payment.paid"]["value"]).data.payment_code
`,
  );
  const { stdout } = await run(program, ["main.py"], { cwd: place, env });
  await expectInvoice("PY-1", stdout);
});

test("openapi-generator, Go", async ({ skip }) => {
  await orSkip(skip, "openapi-generator", generatorJar);
  await orSkip(skip, "Go", () => run("go", ["version"]));
  const place = await generate("go");
  await mkdir(path.join(place, "main"));
  await writeFile(
    path.join(place, "main/main.go"),
    `package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"time"

	openapi "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func main() {
	configuration := openapi.NewConfiguration()
	configuration.Servers = openapi.ServerConfigurations{{URL: os.Getenv("TEPAT_URL")}}
	configuration.AddDefaultHeader("X-Api-Key", os.Getenv("TEPAT_API_KEY"))
	payments := openapi.NewAPIClient(configuration).PaymentsAPI
	ctx := context.Background()
	deadline := time.Now().Add(24 * time.Hour).Format(time.RFC3339)
	invoice := openapi.NewCreatePayment(os.Getenv("TEPAT_ACCOUNT_ID"), "GO-1", 150000, deadline, "Budi")
	invoice.SetCustomerEmail("budi@example.com")
	created, _, err := payments.CreatePayment(ctx).CreatePayment(*invoice).Execute()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(created.Data.PaymentStatus, created.Data.PaymentTotal)
	_, _, err = payments.CreatePayment(ctx).CreatePayment(*invoice).Execute()
	var refusal struct{ Code string }
	if refused, ok := err.(*openapi.GenericOpenAPIError); ok {
		_ = json.Unmarshal(refused.Body(), &refusal)
	}
	fmt.Println(refusal.Code)
	if _, _, err := payments.CancelPayment(ctx, "GO-1").Execute(); err != nil {
		log.Fatal(err)
	}
	read, _, err := payments.GetPayment(ctx, "GO-1").Execute()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(read.Data.PaymentStatus)
}
`,
  );
  const { stdout } = await run("go", ["run", "./main"], { cwd: place, env });
  await expectInvoice("GO-1", stdout);
});
