import { once } from "node:events";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { startMailReceiver } from "../testing/mail-receiver.ts";
import { createMailer } from "./mailer.ts";

/** An SMTP server (RFC 5321) that accepts everything, and the commands that the server received. */
const told: string[] = [];
const server = createServer((socket: Socket) => {
  let isData = false;
  socket.setEncoding("utf8").write("220 mail.example\r\n");
  socket.on("data", (text: string) => {
    told.push(text);
    if (isData) {
      if (!text.includes("\r\n.\r\n")) return;
      isData = false;
      socket.write("250 taken\r\n");
    } else if (text.startsWith("DATA")) {
      isData = true;
      socket.write("354 go on\r\n");
    } else socket.write(text.startsWith("QUIT") ? "221 bye\r\n" : "250 ok\r\n");
  });
});
let port: number;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

const log = { error: vi.fn<() => void>(), warn: vi.fn<() => void>(), info: vi.fn<() => void>() };
const mail = { to: "siti@toko.example", subject: "New password", text: "https://pay.example/#x" };

test("an email is sent through the operator's server, in the name of the service", async () => {
  const smtp = {
    connection: { url: `smtp://127.0.0.1:${port}` },
    from: "Tepat <no-reply@pay.example>",
  };
  createMailer(() => smtp, log as never).send(mail);
  await expect.poll(() => told.join("")).toContain("\r\n.\r\n");
  const conversation = told.join("");
  expect(conversation).toContain("MAIL FROM:<no-reply@pay.example>");
  expect(conversation).toContain("RCPT TO:<siti@toko.example>");
  expect(conversation).toContain("https://pay.example/#x");
});

test("every email is marked as automatic, so that no program answers it (RFC 3834)", async () => {
  const smtp = {
    connection: { url: `smtp://127.0.0.1:${port}` },
    from: "Tepat <no-reply@pay.example>",
  };
  const mailer = createMailer(() => smtp, log as never);
  for (const send of [
    () => mailer.send(mail),
    () => void mailer.deliver({ ...mail, id: "0199-42" }),
  ]) {
    told.length = 0;
    send();
    await expect.poll(() => told.join("")).toContain("\r\n.\r\n");
    expect(told.join("")).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  }
  expect(told.join("")).toContain("Message-ID: <0199-42@pay.example>");
});

/** A mail server that responds to each command by its prefix: `words` maps the prefix to the response. */
async function mailServer(words: Record<string, string>, port = 0) {
  const scripted = createServer((socket: Socket) => {
    socket.on("error", () => {});
    socket.setEncoding("utf8").write(`${words["greeting"] ?? "220 mail.example"}\r\n`);
    socket.on("data", (text: string) => {
      const answer = Object.entries(words).find(([command]) => text.startsWith(command))?.[1];
      socket.write(`${answer ?? "250 ok"}\r\n`);
    });
  }).listen(port, "127.0.0.1");
  await once(scripted, "listening");
  opened.push(scripted);
  return (scripted.address() as AddressInfo).port;
}
const opened: Server[] = [];
afterEach(() => opened.splice(0).forEach((each) => each.close()));

const offersLogin = { EHLO: "250-mail.example\r\n250 AUTH PLAIN" };
const auth = { user: "toko", pass: "a calm lake" };

test.each([
  {
    said: "that the password is wrong",
    words: { ...offersLogin, AUTH: "535 5.7.8 Username and Password not accepted" },
    connection: { auth },
    failure: { code: "mail_login_refused", response_code: 535 },
  },
  {
    said: "that it does not encrypt",
    words: { ...offersLogin, STARTTLS: "502 unknown command" },
    connection: { auth, requireTLS: true },
    failure: { code: "no_encryption", response_code: 502 },
  },
  {
    said: "that it does not take the sender",
    words: { MAIL: "550 5.7.1 not your address" },
    failure: { code: "sender_refused", is_address_refused: false },
  },
  {
    said: "that there is no such recipient",
    words: { RCPT: "550 5.1.1 no such user" },
    failure: { code: "recipient_refused", is_address_refused: true },
  },
  {
    said: "that it does not take the email",
    words: { DATA: "354 go on", "Auto-Submitted": "554 5.7.1 looks like spam" },
    failure: { code: "mail_refused" },
  },
  {
    said: "nothing of a mail server",
    words: { greeting: "HTTP/1.1 400 Bad Request" },
    failure: { code: "not_a_mail_server", response: "HTTP/1.1 400 Bad Request" },
  },
])("a person who waits learns that the server said $said", async ({ words, failure, ...given }) => {
  const spoken: Record<string, string> = words;
  const connection = { secure: false, requireTLS: false, ...given.connection };
  const smtp = {
    connection: { host: "127.0.0.1", port: await mailServer(spoken), ...connection },
    from: { name: "Toko", address: "toko@pay.example" },
  };
  const mailer = createMailer(() => smtp, log as never);
  const found = await mailer.deliver({ ...mail, id: "0199-42" });
  expect(found).toMatchObject({ response: expect.any(String), ...failure });
  expect(JSON.stringify(found)).not.toContain("calm lake");
});

test("a missing server, a false name and a false certificate are distinguished", async () => {
  const failureAt = async (host: string, port: number, secure = false) => {
    const smtp = {
      connection: { host, port, secure, requireTLS: false },
      from: "toko@pay.example",
    };
    return (await createMailer(() => smtp, log as never).deliver({ ...mail, id: "0199-42" }))?.code;
  };
  expect(await failureAt("127.0.0.1", 1)).toBe("connection_refused");
  expect(await failureAt("mail.invalid", 25)).toBe("dns_error");
  expect(await failureAt("127.0.0.1", await mailServer({}), true)).toBe("tls_error");
  const secure = createTlsServer(selfSigned()).listen(0, "127.0.0.1");
  opened.push(secure);
  await once(secure, "listening");
  const { port: tlsPort } = secure.address() as AddressInfo;
  expect(await failureAt("127.0.0.1", tlsPort, true)).toBe("certificate_refused");
});

function selfSigned() {
  const folder = mkdtempSync(join(tmpdir(), "tepat-mail-"));
  const [key, cert] = [join(folder, "key"), join(folder, "cert")];
  const command = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=mail.example -keyout ${key} -out ${cert}`;
  execFileSync("openssl", command.split(" "), { stdio: "pipe" });
  const made = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return made;
}

test("each email goes to the server that is set at the time", async () => {
  const [first, second] = [await startMailReceiver(), await startMailReceiver()];
  const at = ({ url }: { url: string }) => ({ connection: { url }, from: "toko@pay.example" });
  let current: ReturnType<typeof at> | null = at(first);
  const mailer = createMailer(() => current, log as never);
  expect(await mailer.deliver({ ...mail, id: "1" })).toBeNull();
  current = at(second);
  expect(await mailer.deliver({ ...mail, id: "2" })).toBeNull();
  current = null;
  expect(await mailer.deliver({ ...mail, id: "3" })).toMatchObject({ code: "channel_not_set_up" });
  expect([first.mails.length, second.mails.length]).toEqual([1, 1]);
  for (const each of [first, second]) each.close();
});

test("an unreachable server is logged, without the email's text", async () => {
  const smtp = {
    connection: { url: "smtp://127.0.0.1:1" },
    from: "Toko <toko@pay.example>",
  };
  createMailer(() => smtp, log as never).send(mail);
  await expect.poll(() => log.error.mock.calls.length).toBe(1);
  expect(JSON.stringify(log.error.mock.calls)).not.toContain("pay.example/#x");
});
