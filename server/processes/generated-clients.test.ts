import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { access, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openShop, type Shop } from "../../worker/testing/shop.ts";
import { blocksOf, fileName } from "../testing/guide.ts";

/**
 * Tests clients that public generators create from openapi/openapi.json, each against a real gateway. The generators
 * are downloaded from their registries into .cache/. A test is skipped if its registry, or
 * its language (Java, Go, PHP, Python or Ruby), is missing.
 */

const root = path.resolve(import.meta.dirname, "../..");
const cache = path.join(root, ".cache/generators");
const npmPackages = [
  "openapi-typescript@7.13.0",
  "openapi-fetch@0.17.0",
  "orval@8.38.0",
  "@stoplight/spectral-cli@6.16.3",
];
const oapiCodegen = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";
const pythonPackages = [
  "openapi-python-client==0.29.1",
  "pydantic==2.12.4",
  "urllib3==2.5.0",
  "python-dateutil==2.9.0.post0",
];

interface Jar {
  /** The package's folder in the Maven repository. */
  at: string;
  file: string;
  sha256: string;
}
const generator: Jar = {
  at: "org/openapitools/openapi-generator-cli/7.25.0",
  file: "openapi-generator-cli-7.25.0.jar",
  sha256: "41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae",
};
/** The dependencies of the generated build.gradle. */
const javaPackages: Jar[] = [
  {
    at: "com/fasterxml/jackson/core/jackson-core/2.21.5",
    file: "jackson-core-2.21.5.jar",
    sha256: "b64b5874162b503a0e58a8f7758266e8dd9f91bf49e3a59ae0b5f47589a231b7",
  },
  {
    at: "com/fasterxml/jackson/core/jackson-annotations/2.21",
    file: "jackson-annotations-2.21.jar",
    sha256: "53ca085f4a150f703f49e1aabd935bd03b43e1ea3d55d135438292af22cef56b",
  },
  {
    at: "com/fasterxml/jackson/core/jackson-databind/2.21.5",
    file: "jackson-databind-2.21.5.jar",
    sha256: "507418c0fafd38b2b2cfb704521630da613a8e4cc8381195a6f418017883e2c0",
  },
  {
    at: "com/fasterxml/jackson/datatype/jackson-datatype-jsr310/2.21.5",
    file: "jackson-datatype-jsr310-2.21.5.jar",
    sha256: "e941f9718d16a649614cb06711de06da34722afff9cee0b7725fc5318638304c",
  },
  {
    at: "org/openapitools/jackson-databind-nullable/0.2.11",
    file: "jackson-databind-nullable-0.2.11.jar",
    sha256: "07417c949d66a67eb8bc1e919f3f1f13a741badf8b4fcbd39ac16a509d38d34c",
  },
  {
    at: "com/google/code/findbugs/jsr305/3.0.2",
    file: "jsr305-3.0.2.jar",
    sha256: "766ad2a0783f2687962c8ad74ceecc38a28b9f72a2d085ee438b7813e928d0c7",
  },
  {
    at: "jakarta/annotation/jakarta.annotation-api/1.3.5",
    file: "jakarta.annotation-api-1.3.5.jar",
    sha256: "85fb03fc054cdf4efca8efd9b6712bbb418e1ab98241c4539c8585bbc23e1b8a",
  },
];

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
    // Without C, which these programs do not need, less of Go's library is compiled.
    CGO_ENABLED: "0",
  };
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

/** Returns a test's requirement, or skips the test with the reason. */
async function orSkip<T>(
  skip: (note: string) => void,
  what: string,
  get: () => Promise<T>,
): Promise<T> {
  try {
    return await get();
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split("\n");
    skip(`${what} is not available here: ${reason}`);
    throw error;
  }
}

/** Runs the work at its first call. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => (running ??= work());
}

const npmTools = once(async (): Promise<string> => {
  const bin = path.join(cache, "node_modules/.bin");
  await run("npm", [
    "install",
    "--prefix",
    cache,
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    // Unlike this repository (.npmrc), with what the packages expect beside them.
    "--legacy-peer-deps=false",
    ...npmPackages,
  ]);
  return bin;
});

const generatorJar = once(async (): Promise<string> => {
  await run("java", ["-version"]);
  return await jarOf(generator);
});

/** Returns a JAR, which is downloaded once. */
async function jarOf({ at, file, sha256 }: Jar): Promise<string> {
  const place = path.join(cache, file);
  const isRight = async () =>
    createHash("sha256")
      .update(await readFile(place))
      .digest("hex") === sha256;
  if (await access(place).then(isRight, () => false)) return place;
  const repository = process.env["MAVEN_REPOSITORY"] ?? "https://repo1.maven.org/maven2";
  const response = await fetch(`${repository}/${at}/${file}`);
  if (!response.ok) throw new Error(`${repository} responded with ${response.status}`);
  await writeFile(place, Buffer.from(await response.arrayBuffer()));
  if (!(await isRight())) throw new Error(`${file} does not have the expected checksum`);
  return place;
}

const python = once(async (): Promise<string> => {
  const place = path.join(cache, "python");
  const program = path.join(place, "bin/python");
  await run("python3", ["-m", "venv", place]);
  await run(program, ["-m", "pip", "install", "--quiet", ...pythonPackages]);
  return program;
});

const generatedLanguages = ["python", "go", "ruby", "php", "java", "csharp", "kotlin"] as const;

/** Creates openapi-generator's clients of all languages in one run, so that Java starts and warms up only once. */
const generateAll = once(async (): Promise<void> => {
  const jobs = await Promise.all(
    generatedLanguages.map(async (language) => {
      const job = path.join(folder, `${language}.json`);
      const contents = {
        generatorName: language,
        inputSpec: path.join(folder, "openapi.json"),
        outputDir: path.join(folder, language),
        ...(language === "java" && { library: "native" }),
      };
      await writeFile(job, JSON.stringify(contents));
      return job;
    }),
  );
  // Code that runs for seconds is not worth the optimizing compiler's time.
  const forShortRuns = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];
  const batch = ["-jar", await generatorJar(), "batch", "--fail-fast", "--threads", "1", ...jobs];
  await run("java", [...forShortRuns, ...batch]);
});

/** Returns the folder of the client. */
async function generate(language: (typeof generatedLanguages)[number]): Promise<string> {
  await generateAll();
  return path.join(folder, language);
}

/** Checks the invoice that every client of this file creates. */
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

test("spectral finds no fault in the document", async ({ skip }) => {
  const bin = await orSkip(skip, "spectral", npmTools);
  await writeFile(path.join(folder, ".spectral.yaml"), "extends: ['spectral:oas']\n");
  const args = ["lint", "openapi.json", "--ruleset", ".spectral.yaml", "--fail-severity", "hint"];
  const { stdout } = await run(path.join(bin, "spectral"), args, { cwd: folder });
  expect(stdout).toContain("No results");
});

test("an openapi-typescript client creates and cancels an invoice", async ({ skip }) => {
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

test("an orval client creates and cancels an invoice", async ({ skip }) => {
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
const read = await getPayment("ORVAL-1", undefined, options);
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

test("an openapi-generator client in Python creates and cancels an invoice", async ({ skip }) => {
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

test("an openapi-generator client in Go creates and cancels an invoice", async ({ skip }) => {
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

test("an openapi-generator client in Ruby creates and cancels an invoice", async ({ skip }) => {
  await orSkip(skip, "openapi-generator", generatorJar);
  await orSkip(skip, "Ruby with Typhoeus", () => run("ruby", ["-rtyphoeus", "-e", ""]));
  const place = await generate("ruby");
  await writeFile(
    path.join(place, "main.rb"),
    `require "uri"
require "openapi_client"

OpenapiClient.configure do |configuration|
  url = URI(ENV.fetch("TEPAT_URL"))
  configuration.scheme = url.scheme
  configuration.host = "#{url.host}:#{url.port}"
  configuration.api_key["X-Api-Key"] = ENV.fetch("TEPAT_API_KEY")
end
payments = OpenapiClient::PaymentsApi.new
invoice = OpenapiClient::CreatePayment.new(
  account_id: ENV.fetch("TEPAT_ACCOUNT_ID"),
  payment_code: "RUBY-1",
  payment_amount: 150_000,
  payment_expired_at: (Time.now + 86_400).strftime("%FT%T%:z"),
  customer_name: "Budi",
  customer_email: "budi@example.com"
)
created = payments.create_payment(invoice).data
puts "#{created.payment_status} #{created.payment_total}"
begin
  payments.create_payment(invoice)
rescue OpenapiClient::ApiError => refused
  puts JSON.parse(refused.response_body)["code"]
end
payments.cancel_payment("RUBY-1")
puts payments.get_payment("RUBY-1").data.payment_status
`,
  );
  const { stdout } = await run("ruby", ["-Ilib", "main.rb"], { cwd: place, env });
  await expectInvoice("RUBY-1", stdout);
});

test("an openapi-generator client in PHP creates and cancels an invoice", async ({ skip }) => {
  await orSkip(skip, "openapi-generator", generatorJar);
  await orSkip(skip, "PHP with Guzzle", () =>
    run("php", ["-r", "require 'GuzzleHttp/autoload.php'; curl_version(); mb_strlen('');"]),
  );
  const place = await generate("php");
  await writeFile(
    path.join(place, "main.php"),
    `<?php
error_reporting(E_ALL & ~E_DEPRECATED);
require "GuzzleHttp/autoload.php";
spl_autoload_register(function ($class) {
    $file = __DIR__ . "/lib/" . strtr(substr($class, strlen("OpenAPI\\\\Client\\\\")), "\\\\", "/") . ".php";
    if (is_file($file)) require $file;
});
use OpenAPI\\Client\\Api\\PaymentsApi;
use OpenAPI\\Client\\ApiException;
use OpenAPI\\Client\\Configuration;
use OpenAPI\\Client\\Model\\CreatePayment;

$configuration = (new Configuration())
    ->setHost(getenv("TEPAT_URL"))
    ->setApiKey("X-Api-Key", getenv("TEPAT_API_KEY"));
$payments = new PaymentsApi(new GuzzleHttp\\Client(), $configuration);
$invoice = new CreatePayment([
    "account_id" => getenv("TEPAT_ACCOUNT_ID"),
    "payment_code" => "PHP-1",
    "payment_amount" => 150000,
    "payment_expired_at" => gmdate(DATE_ATOM, time() + 86400),
    "customer_name" => "Budi",
    "customer_email" => "budi@example.com",
]);
$created = $payments->createPayment($invoice)->getData();
echo $created->getPaymentStatus(), " ", $created->getPaymentTotal(), "\\n";
try {
    $payments->createPayment($invoice);
} catch (ApiException $refused) {
    echo json_decode($refused->getResponseBody())->code, "\\n";
}
$payments->cancelPayment("PHP-1");
echo $payments->getPayment("PHP-1")->getData()->getPaymentStatus(), "\\n";
`,
  );
  const { stdout } = await run("php", ["main.php"], { cwd: place, env });
  await expectInvoice("PHP-1", stdout);
});

test("an openapi-generator client in Java creates and cancels an invoice", async ({ skip }) => {
  await orSkip(skip, "openapi-generator", generatorJar);
  await orSkip(skip, "Java's compiler", () => run("javac", ["-version"]));
  const jars = await orSkip(skip, "Jackson", () => Promise.all(javaPackages.map(jarOf)));
  const place = await generate("java");
  await writeFile(
    path.join(place, "Main.java"),
    `import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.PaymentsApi;
import org.openapitools.client.model.CreatePayment;

public class Main {
  public static void main(String[] args) throws Exception {
    var client = new ApiClient();
    client.updateBaseUri(System.getenv("TEPAT_URL"));
    client.setRequestInterceptor(request -> request.header("X-Api-Key", System.getenv("TEPAT_API_KEY")));
    var payments = new PaymentsApi(client);
    var invoice = new CreatePayment()
        .accountId(UUID.fromString(System.getenv("TEPAT_ACCOUNT_ID")))
        .paymentCode("JAVA-1")
        .paymentAmount(150000L)
        .paymentExpiredAt(Instant.now().plus(1, ChronoUnit.DAYS).toString())
        .customerName("Budi")
        .customerEmail("budi@example.com");
    var created = payments.createPayment(invoice).getData();
    System.out.println(created.getPaymentStatus() + " " + created.getPaymentTotal());
    try {
      payments.createPayment(invoice);
    } catch (ApiException refused) {
      System.out.println(client.getObjectMapper().readTree(refused.getResponseBody()).get("code").asText());
    }
    payments.cancelPayment("JAVA-1");
    System.out.println(payments.getPayment("JAVA-1", null).getData().getPaymentStatus());
  }
}
`,
  );
  const sources = await readdir(path.join(place, "src/main/java"), { recursive: true });
  await writeFile(
    path.join(place, "sources.txt"),
    sources
      .filter((name) => name.endsWith(".java"))
      .map((name) => path.join("src/main/java", name))
      .join("\n"),
  );
  const classPath = ["classes", ...jars].join(path.delimiter);
  await run("javac", ["-d", "classes", "-cp", classPath, "Main.java", "@sources.txt"], {
    cwd: place,
  });
  const { stdout } = await run("java", ["-cp", classPath, "Main"], { cwd: place, env });
  await expectInvoice("JAVA-1", stdout);
});

/** This machine has no compilers for these languages. */
test.each([
  ["csharp", "CreatePayment.cs"],
  ["kotlin", "CreatePayment.kt"],
] as const)("openapi-generator creates a client's sources for %s", async (language, file) => {
  if ((await generatorJar().catch(() => null)) === null) return;
  const names = await readdir(await generate(language), { recursive: true });
  expect(names.map((name) => path.basename(name))).toContain(file);
});

test("an openapi-python-client client creates and cancels an invoice", async ({ skip }) => {
  const program = await orSkip(skip, "Python with its packages", python);
  const place = path.join(folder, "openapi-python-client");
  const generator = path.join(path.dirname(program), "openapi-python-client");
  const options = ["--path", "openapi.json", "--output-path", place, "--meta", "none"];
  await run(generator, ["generate", ...options, "--overwrite"], { cwd: folder });
  await mkdir(path.join(folder, "python-shop"));
  await cp(place, path.join(folder, "python-shop/tepat_client"), { recursive: true });
  await writeFile(
    path.join(folder, "python-shop/main.py"),
    `import os
from datetime import datetime, timedelta, timezone
from uuid import UUID
from tepat_client import AuthenticatedClient
from tepat_client.api.payments import cancel_payment, create_payment, get_payment
from tepat_client.models import CreatePayment

client = AuthenticatedClient(
    base_url=os.environ["TEPAT_URL"], token=os.environ["TEPAT_API_KEY"], prefix="", auth_header_name="X-Api-Key"
)
invoice = CreatePayment(
    account_id=UUID(os.environ["TEPAT_ACCOUNT_ID"]),
    payment_code="OPC-1",
    payment_amount=150000,
    payment_expired_at=(datetime.now(timezone.utc) + timedelta(days=1)).isoformat(),
    customer_name="Budi",
    customer_email="budi@example.com",
)
created = create_payment.sync(client=client, body=invoice).data
print(created.payment_status.value, created.payment_total)
print(create_payment.sync(client=client, body=invoice).code)
cancel_payment.sync("OPC-1", client=client)
print(get_payment.sync("OPC-1", client=client).data.payment_status.value)
`,
  );
  const { stdout } = await run(program, ["main.py"], {
    cwd: path.join(folder, "python-shop"),
    env,
  });
  await expectInvoice("OPC-1", stdout);
});

test("an oapi-codegen client of docs/languages.md creates and cancels an invoice", async ({
  skip,
}) => {
  const bin = path.join(cache, "bin");
  await orSkip(skip, "oapi-codegen", () =>
    run("go", ["install", oapiCodegen], { env: { ...env, GOBIN: bin } }),
  );
  const place = path.join(folder, "oapi-codegen");
  await mkdir(path.join(place, "tepat"), { recursive: true });
  const page = await readFile(path.join(root, "docs/languages.md"), "utf8");
  const settings = blocksOf(page).find((block) => fileName(block) === "oapi-codegen.yaml");
  await writeFile(path.join(place, "oapi-codegen.yaml"), settings?.text ?? "");
  await writeFile(path.join(place, "go.mod"), "module example.com/shop\n\ngo 1.24\n");
  const document = path.join(folder, "openapi.json");
  await run(path.join(bin, "oapi-codegen"), ["-config", "oapi-codegen.yaml", document], {
    cwd: place,
  });
  await writeFile(
    path.join(place, "main.go"),
    `package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"example.com/shop/tepat"
	"github.com/google/uuid"
)

func main() {
	key := func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-Api-Key", os.Getenv("TEPAT_API_KEY"))
		return nil
	}
	client, err := tepat.NewClientWithResponses(os.Getenv("TEPAT_URL"), tepat.WithRequestEditorFn(key))
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	email := "budi@example.com"
	invoice := tepat.CreatePayment{
		AccountId:        uuid.MustParse(os.Getenv("TEPAT_ACCOUNT_ID")),
		PaymentCode:      "OAPI-1",
		PaymentAmount:    150000,
		PaymentExpiredAt: time.Now().Add(24 * time.Hour).Format(time.RFC3339),
		CustomerName:     "Budi",
		CustomerEmail:    &email,
	}
	created, err := client.CreatePaymentWithResponse(ctx, invoice)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(created.JSON201.Data.PaymentStatus, created.JSON201.Data.PaymentTotal)
	again, err := client.CreatePaymentWithResponse(ctx, invoice)
	if err != nil {
		log.Fatal(err)
	}
	var refusal struct{ Code string }
	_ = json.Unmarshal(again.Body, &refusal)
	fmt.Println(refusal.Code)
	if _, err := client.CancelPaymentWithResponse(ctx, "OAPI-1"); err != nil {
		log.Fatal(err)
	}
	read, err := client.GetPaymentWithResponse(ctx, "OAPI-1", nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(read.JSON200.Data.PaymentStatus)
	// The client has types for webhook bodies too.
	_ = tepat.PaymentPaidEvent{}
}
`,
  );
  await orSkip(skip, "Go's packages", () => run("go", ["mod", "tidy"], { cwd: place, env }));
  const { stdout } = await run("go", ["run", "."], { cwd: place, env });
  await expectInvoice("OAPI-1", stdout);
});
