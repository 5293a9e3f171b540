import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCertificateEnd } from "./certificate.ts";

test("a certificate's expiry is read, also of an unsigned one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tepat-certificate-"));
  const [key, cert] = [join(folder, "key"), join(folder, "cert")];
  execFileSync(
    "openssl",
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=elsewhere -keyout ${key} -out ${cert}`.split(
      " ",
    ),
    { stdio: "pipe" },
  );
  const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }).listen(
    0,
    "127.0.0.1",
  );
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const end = await readCertificateEnd(`https://127.0.0.1:${port}`);
  const days = ((end?.getTime() ?? 0) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(1.9);
  expect(days).toBeLessThan(2.1);
  server.close();
  rmSync(folder, { recursive: true });
});

test("without a certificate there is no expiry", async () => {
  expect(await readCertificateEnd("http://127.0.0.1:1")).toBeNull();
  expect(await readCertificateEnd("https://127.0.0.1:1")).toBeNull();
  const plain = createServer((socket) => socket.end("hello\n")).listen(0, "127.0.0.1");
  await once(plain, "listening");
  const { port } = plain.address() as AddressInfo;
  expect(await readCertificateEnd(`https://127.0.0.1:${port}`)).toBeNull();
  plain.close();
});
