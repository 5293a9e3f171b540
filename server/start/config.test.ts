import { describe, expect, test } from "vitest";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { readConfig } from "./config.ts";
import { parseSettings } from "./settings-file.ts";

const secret = "0123456789abcdef0123456789abcdef";

test("an empty environment means the embedded database on the loopback address", () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    host: "127.0.0.1",
    dataDirectory: expect.stringMatching(/\/\.tepat$/),
    databaseUrl: null,
    allowPrivateWebhooks: null,
    allowSignUp: null,
    rateLimits: { read: 3000, write: 600 },
    quotaTimeZone: "Asia/Jakarta",
    totalQuarantineHours: 24,
    linkLimits: {
      unpaidPerClient: 20,
      unpaidPerLink: 300,
      totalsPerAmount: 700,
      unpaidPiecesPerClient: 200,
      stockPercentPerClient: 25,
    },
    stopDelayMilliseconds: 0,
    trustedProxies: { hops: 0 },
    webhookRetrySeconds: [5, 30, 120, 600, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
  });
});

test("with a separate database the server listens on all addresses and calls no private one", () => {
  const config = readConfig({ DATABASE_URL: "postgres://db/tepat", TEPAT_SECRET: secret });
  expect(config).toMatchObject({ host: "0.0.0.0", allowPrivateWebhooks: false });
});

test("if strangers can sign up, webhooks reach private addresses only with a setting", () => {
  expect(readConfig({ ALLOW_SIGN_UP: "true" }).allowPrivateWebhooks).toBeNull();
  const said = readConfig({ ALLOW_SIGN_UP: "true", WEBHOOK_ALLOW_PRIVATE: "true" });
  expect(said.allowPrivateWebhooks).toBe(true);
});

test("a separate database requires a secret", () => {
  expect(() => readConfig({ DATABASE_URL: "postgres://db/tepat" })).toThrow("TEPAT_SECRET");
});

describe("a used gateway without DATABASE_URL", () => {
  test.each([
    { TEPAT_SECRET: secret },
    { PUBLIC_URL: "https://pay.example" },
    { NODE_ENV: "production" },
  ])("does not start with an embedded database by accident: %j", (settings) => {
    const [name = ""] = Object.keys(settings);
    const refusal = () => readConfig({ ...settings, DATABASE_URL: "" });
    expect(refusal).toThrow(
      /^A gateway with \S+ needs a DATABASE_URL\. Set DATABASE_URL, or TEPAT_EMBEDDED=1 to use the embedded database on purpose\.$/,
    );
    expect(refusal).toThrow(name);
    expect(readConfig({ ...settings, TEPAT_EMBEDDED: "1" }).databaseUrl).toBeNull();
  });

  test("ignores other programs' production and development settings on the same machine", () => {
    expect(readConfig({ NODE_ENV: "development" }).databaseUrl).toBeNull();
  });

  test("is refused with two contradictory settings", () => {
    const settings = { DATABASE_URL: "postgres://db/tepat", TEPAT_SECRET: secret };
    expect(() => readConfig({ ...settings, TEPAT_EMBEDDED: "1" })).toThrow("name two databases");
    expect(readConfig({ ...settings, TEPAT_EMBEDDED: "" }).databaseUrl).not.toBeNull();
  });
});

test.each([
  "tepat:pass@word@db:5432/tepat",
  "tepat:pw@db-1:99999/tepat",
  "tepat:pw@db-1,db-2:0/tepat",
  "tepat:pw@db-1:abc/tepat",
  "tepat:pw@db-1,,db-2/tepat",
  "tepat:pw@db-1,db-2,/tepat",
  "tepat:pw@db-1:5432,tepat:pw@db-2:5432/tepat",
  "tepat:pw@::1,db-2/tepat",
])("the hosts of postgres://%s cannot be read, and the password is not shown", (address) => {
  const settings = { DATABASE_URL: `postgres://${address}`, TEPAT_SECRET: secret };
  expect(() => readConfig(settings)).toThrow(
    /^Correct these settings, which docs\/settings\.md describes:\n {2}DATABASE_URL must name each host as [^/]+, \/ as [^/]+%25$/,
  );
});

test.each([
  "db/tepat",
  "tepat:p%40ss@db-1:5433,db-2/tepat?sslmode=require",
  "tepat:pw@[::1]:5432,[fd00::2]/tepat",
  "/tepat",
])("the hosts of postgres://%s are accepted", (address) => {
  const DATABASE_URL = `postgres://${address}`;
  expect(readConfig({ DATABASE_URL, TEPAT_SECRET: secret }).databaseUrl).toBe(DATABASE_URL);
});

test("an address past a pooler requires the pooler's address", () => {
  const direct = "postgres://db:5432/tepat";
  expect(() => readConfig({ DATABASE_DIRECT_URL: direct })).toThrow("Set DATABASE_URL too");
  const settings = { DATABASE_URL: "postgres://pooler:6432/tepat", TEPAT_SECRET: secret };
  expect(readConfig(settings).databaseDirectUrl).toBeNull();
  expect(readConfig({ ...settings, DATABASE_DIRECT_URL: direct }).databaseDirectUrl).toBe(direct);
});

test("the wait for load balancers is a whole number of seconds up to 60", () => {
  expect(readConfig({ STOP_DELAY_SECONDS: "60" }).stopDelayMilliseconds).toBe(60_000);
  for (const STOP_DELAY_SECONDS of ["61", "-1", "0.5", "5s"]) {
    expect(() => readConfig({ STOP_DELAY_SECONDS })).toThrow("STOP_DELAY_SECONDS must be");
  }
});

test("replicas are named like a DATABASE_URL, with a limit of lag", () => {
  const url = "postgres://db-2:5432,db-3:5432/tepat";
  expect(() => readConfig({ DATABASE_REPLICA_URL: url })).toThrow("Set DATABASE_URL too");
  const settings = { DATABASE_URL: "postgres://db-1:5432/tepat", TEPAT_SECRET: secret };
  expect(readConfig(settings).replicas).toBeNull();
  const both = { ...settings, DATABASE_REPLICA_URL: url };
  expect(readConfig(both).replicas).toEqual({ url, maxLagMilliseconds: 200 });
  const bounded = { ...both, REPLICA_MAX_LAG_MS: "1" };
  expect(readConfig(bounded).replicas).toEqual({ url, maxLagMilliseconds: 1 });
  const hosts = Array.from({ length: 17 }, (_, index) => `db-${index}`);
  const ofHosts = (count: number) => ({
    ...settings,
    DATABASE_REPLICA_URL: `postgres://tepat@${hosts.slice(0, count).join(",")}/tepat`,
  });
  expect(readConfig(ofHosts(16)).replicas).not.toBeNull();
  expect(() => readConfig(ofHosts(17))).toThrow("DATABASE_REPLICA_URL must name at most 16 hosts");
});

test("traces require a collector's address, and cover every request by default", () => {
  expect(readConfig({ OTEL_SERVICE_NAME: "pay" }).traces).toBeNull();
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318/" };
  const endpoint = "http://localhost:4318";
  expect(readConfig(collector).traces).toEqual({ endpoint, serviceName: "tepat", ratio: 1 });
  expect(readConfig({ ...collector, OTEL_TRACES_SAMPLER_ARG: "0.25" }).traces?.ratio).toBe(0.25);
});

test.each([
  ["PORT", "80 80"],
  ["DATABASE_REPLICA_URL", "db-2:5432"],
  ["DATABASE_REPLICA_URL", "postgres://db-2/tepat?target_session_attrs=standby"],
  ["REPLICA_MAX_LAG_MS", "0"],
  ["REPLICA_MAX_LAG_MS", "2001"],
  ["REPLICA_MAX_LAG_MS", "1.5"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4318"],
  ["OTEL_TRACES_SAMPLER_ARG", "1.5"],
  ["PORT", "70000"],
  ["PUBLIC_URL", "pay.example"],
  ["PUBLIC_URL", "https://pay.example/?x"],
  ["QUOTA_TIME_ZONE", "Asia/Nowhere"],
  ["QUOTA_TIME_ZONE", "+07:00"],
  ["TOTAL_QUARANTINE_HOURS", "a day"],
  ["WEBHOOK_RETRY_SCHEDULE", "5,soon"],
  ["WEBHOOK_ALLOW_PRIVATE", "yes"],
  ["TRANSPORT", "http3"],
  ["ROLE", "worker"],
  ["TEPAT_EMBEDDED", "yes"],
  ["TEPAT_EMBEDDED", "0"],
  ["TRUST_PROXY", "the one at the door"],
  ["RATE_LIMIT_READ", "-1"],
])("an invalid %s is named: %s", (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name);
});

test("an empty variable counts as unset", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: "" }).port).toBe(8080);
});

test("a public URL loses its trailing slashes", () => {
  const settings = { PUBLIC_URL: "https://pay.example//", TEPAT_EMBEDDED: "1" };
  expect(readConfig(settings).publicUrl).toBe("https://pay.example");
});

test.each([
  "pay.example/tepat",
  "pay.example:8443/tepat/",
  "pay.example//tepat",
  "pay.example\\tepat",
  "pay.example/%2F",
  "toko:secret@pay.example",
  "pay.example:port",
])("a public URL without its own host name is refused with the alternative: %s", (address) => {
  const settings = { PUBLIC_URL: `https://${address}`, TEPAT_EMBEDDED: "1" };
  expect(() => readConfig(settings)).toThrow(
    "PUBLIC_URL must be a name or an address without a path and without a login",
  );
});

test("a client at a mail provider is its id and its secret", () => {
  const id = { TEPAT_EMBEDDED: "1", GOOGLE_CLIENT_ID: "1234.apps.example" };
  const { mailClients } = readConfig({ ...id, GOOGLE_CLIENT_SECRET: "secret" });
  expect(mailClients).toEqual({
    google: { client_id: "1234.apps.example", client_secret: "secret" },
    microsoft: null,
  });
  expect(() => readConfig(id)).toThrow(
    "Set both GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or neither.",
  );
});

test.each([".env.example", "deploy/compose.env.example"])(
  "%s can be read and sourced with every line uncommented",
  (name) => {
    const settings = readFileSync(join(import.meta.dirname, "../..", name), "utf8")
      .replaceAll(/^# (?=[A-Z_]+=)/gm, "")
      .replaceAll(/^(TEPAT_SECRET\w*)=$/gm, `$1=${secret}`);
    const names = [...settings.matchAll(/^[A-Z_]+(?==)/gm)].map(([each]) => each);
    expect(names.length).toBeGreaterThan(3);
    const folder = mkdtempSync(join(tmpdir(), "tepat-env-"));
    try {
      writeFileSync(join(folder, ".env"), settings);
      const script = `set -ae; . ./.env; exec "$0" -p 'JSON.stringify(process.env)'`;
      const output = execFileSync("sh", ["-c", script, process.execPath], {
        cwd: folder,
        encoding: "utf8",
        env: {},
        stdio: ["ignore", "pipe", "pipe"],
      });
      const sourced = JSON.parse(output) as Record<string, string>;
      // The values that Docker and Node.js read from such a file.
      const read = parseEnv(settings);
      expect(parseSettings(settings)).toEqual({ ...read });
      expect(Object.fromEntries(names.map((each) => [each, sourced[each]]))).toEqual(
        Object.fromEntries(names.map((each) => [each, read[each]])),
      );
      // compose.yaml adds the database's address and the backup folder.
      const ofCompose = { DATABASE_URL: "postgres://postgres/tepat", BACKUP_DIR: "/backups" };
      expect(() => readConfig({ ...ofCompose, ...sourced })).not.toThrow();
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test("HOST can be an IPv6 address in brackets, and other text is refused by name", () => {
  expect(readConfig({ HOST: "[::1]" }).host).toBe("::1");
  for (const HOST of ["::1", "::", "0.0.0.0", "localhost", "tepat_api-1.internal"]) {
    expect(readConfig({ HOST }).host).toBe(HOST);
  }
  for (const HOST of ["[::1", "[::1]:8080", "127.0.0.1:8080", "http://localhost", "a b", "[]"]) {
    expect(() => readConfig({ HOST })).toThrow(/HOST.*must be an address of this machine/);
  }
});

test("the default sender of email has the service's name, and never an IP address", () => {
  const SMTP_URL = "smtp://mail.example:587";
  const senderOf = (settings: Record<string, string>) =>
    readConfig({ TEPAT_EMBEDDED: "1", SMTP_URL, ...settings }).smtp?.from;
  expect(senderOf({ PUBLIC_URL: "https://pay.example:8443" })).toBe("Tepat <no-reply@pay.example>");
  for (const host of ["127.0.0.1", "203.0.113.7:8443", "[2001:db8::7]"]) {
    const PUBLIC_URL = `http://${host}`;
    expect(() => senderOf({ PUBLIC_URL })).toThrow("SMTP_FROM is not set");
    expect(senderOf({ PUBLIC_URL, SMTP_FROM: "toko@example.com" })).toBe("toko@example.com");
    const login = "smtp://toko%40example.com:secret@mail.example";
    expect(senderOf({ PUBLIC_URL, SMTP_URL: login })).toBe("Tepat <toko@example.com>");
  }
});

describe("the reception of emails", () => {
  const domain = { SMTP_RECEIVE_DOMAIN: "In.Toko.example" };

  test("is off unless an address is set, and then needs a domain", () => {
    expect(readConfig({})).toMatchObject({ mailDomain: null, mailReception: null });
    // Another process receives the emails.
    const { mailDomain, mailReception } = readConfig(domain);
    expect([mailDomain, mailReception]).toEqual(["in.toko.example", null]);
    expect(readConfig({ SMTP_RECEIVE_DOMAIN: "in.Tökö.example" }).mailDomain).toBe(
      "in.xn--tk-fkab.example",
    );
    expect(() => readConfig({ SMTP_RECEIVE_DOMAIN: "in toko" })).toThrow("must be a domain");
    expect(() => readConfig({ SMTP_RECEIVE: "0.0.0.0:25" })).toThrow("Set SMTP_RECEIVE_DOMAIN too");
    for (const [SMTP_RECEIVE, host] of [
      ["0.0.0.0:25", "0.0.0.0"],
      ["[::1]:25", "::1"],
    ] as const) {
      expect(readConfig({ ...domain, SMTP_RECEIVE }).mailReception).toEqual({
        host,
        port: 25,
        domain: "in.toko.example",
        certificate: null,
      });
    }
    for (const SMTP_RECEIVE of ["25", "0.0.0.0", "0.0.0.0:65536", "::1:25", "a b:25"]) {
      expect(() => readConfig({ ...domain, SMTP_RECEIVE })).toThrow("SMTP_RECEIVE must");
    }
  });

  test("needs both files of a certificate", () => {
    const given = { ...domain, SMTP_RECEIVE: "0.0.0.0:25", SMTP_RECEIVE_KEY_FILE: "/key" };
    expect(() => readConfig(given)).toThrow("or neither");
    expect(
      readConfig({ ...given, SMTP_RECEIVE_CERTIFICATE_FILE: "/chain" }).mailReception?.certificate,
    ).toEqual({ certificateFile: "/chain", keyFile: "/key" });
  });
});
