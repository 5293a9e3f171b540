import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { createLog } from "./log.ts";
import { terminalLog } from "./terminal-log.ts";

function printed(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = "";
  const screen = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  write(createLog("debug", terminalLog(screen)));
  return text;
}

test("a line has its time, its level, its message and its fields", () => {
  const text = printed((log) => {
    log.info("the operator's rules changed");
    log.debug(
      { operation: "createPayment", status: 201, duration_ms: 4.2, note: "a b" },
      "request",
    );
  });
  expect(text).toMatch(
    /^\d\d:\d\d:\d\d info {2}the operator's rules changed\n\d\d:\d\d:\d\d debug request operation=createPayment status=201 duration_ms=4\.2 note="a b"\n$/,
  );
});

test("an error has its stack and its causes below the line, each line indented", () => {
  const cause = Object.assign(new Error("no route"), { code: "EHOSTUNREACH" });
  const err = Object.assign(new Error("not sent", { cause }), { code: "E1" });
  const [head, ...below] = printed((log) => log.error({ err, job: "sweep" }, "job failed")).split(
    "\n",
  );
  expect(head).toMatch(/error job failed job=sweep code=E1$/);
  expect(below.pop()).toBe("");
  expect(below[0]).toBe("    Error: not sent");
  expect(below).toContainEqual(expect.stringMatching(/^ {4}caused by: Error: no route/));
  for (const line of below) expect(line).toMatch(/^ {4}/);
});

test.each([["refused"], [null], [42], [{ code: "E1" }]])(
  "a thrown value that is not an Error is shown: %j",
  (err) => {
    const text = printed((log) => log.warn({ err }, "lost"));
    expect(text).toMatch(/ warn {2}lost err=\S+\n$/);
  },
);

test("foreign texts neither control the terminal nor forge a line", () => {
  const evil = "\u001b[2J\u009b1A\r\n12:00:00 info  all is well\u0007";
  const text = printed((log) => {
    log.warn({ path: `/${evil}`, err: new Error(evil) }, evil);
  });
  // oxlint-disable-next-line no-control-regex -- the text must not contain control characters
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  expect(text.match(/^\d\d:/gm)).toHaveLength(1);
});

test("secrets are redacted as in JSON", () => {
  const text = printed((log) => log.info({ password: "staple" }, "signed in"));
  expect(text).toContain('password="[redacted]"'.replaceAll('"', ""));
  expect(text).not.toContain("staple");
});
