import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createMailer } from "./mailer.ts";

/** An SMTP server that accepts everything (RFC 5321), and the commands that it got. */
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

test("an email goes to the operator's server, in the name of the service", async () => {
  const smtp = { url: `smtp://127.0.0.1:${port}`, from: "Tepat <no-reply@pay.example>" };
  createMailer(smtp, log as never).send(mail);
  await expect.poll(() => told.join("")).toContain("\r\n.\r\n");
  const conversation = told.join("");
  expect(conversation).toContain("MAIL FROM:<no-reply@pay.example>");
  expect(conversation).toContain("RCPT TO:<siti@toko.example>");
  expect(conversation).toContain("https://pay.example/#x");
});

test("every email says that a program sent it, so that no program answers it (RFC 3834)", async () => {
  const smtp = { url: `smtp://127.0.0.1:${port}`, from: "Tepat <no-reply@pay.example>" };
  const mailer = createMailer(smtp, log as never);
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

test("a server that is away is in the log, and the mail's text is not", async () => {
  const smtp = { url: "smtp://127.0.0.1:1", from: "Toko <toko@pay.example>" };
  createMailer(smtp, log as never).send(mail);
  await expect.poll(() => log.error.mock.calls.length).toBe(1);
  expect(JSON.stringify(log.error.mock.calls)).not.toContain("pay.example/#x");
});
