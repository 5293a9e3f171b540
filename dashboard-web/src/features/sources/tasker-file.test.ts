import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { forwarders } from "./forwarders.ts";
import { taskerFile } from "./tasker-file.ts";

const address = "https://pay.example/worker/notify/pgd_x?preset=tasker&a=1";
const tasker = forwarders.find(({ preset }) => preset === "tasker");
const script = typeof tasker?.template === "function" ? tasker.template("com.bca") : "";
const file = taskerFile({ address, name: "Tepat <BCA> & Co", script, now: 1 });

/** Returns the arguments of one action, by number. */
function argumentsOf(code: number): Record<string, string> {
  const action = new RegExp(`<code>${code}</code>([^]*?)</Action>`).exec(file)?.[1] ?? "";
  const found = action.matchAll(
    /<(?:Str sr="arg(\d+)" ve="3"(?:\/>|>([^]*?)<\/Str>)|Int sr="arg(\d+)" val="(\d+)"\/>)/g,
  );
  return Object.fromEntries(
    [...found].map(([, textAt, text = "", numberAt, number]) =>
      textAt === undefined ? [numberAt, number] : [textAt, unescaped(text)],
    ),
  );
}

const unescaped = (text: string) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

test("the task posts JSON to the address, and to no other", () => {
  expect(argumentsOf(339)).toMatchObject({
    1: "1",
    2: address,
    3: "Content-Type:application/json",
    5: "%report",
  });
  expect(file.match(/https?:/g)).toHaveLength(1);
});

test("the task has the arguments of Tasker's own exports", () => {
  expect(Object.keys(argumentsOf(129))).toEqual(["0", "1", "2", "3"]);
  expect(Object.keys(argumentsOf(339)).map(Number)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
  ]);
  expect(file).toContain("<nme>Tepat &lt;BCA&gt; &amp; Co</nme>");
});

test("the script reports any text of a notification as JSON, and leaves out a missing title", () => {
  const body = 'Rp 150.123 dari "BUDI" \\ & <CO>\n%evtprm3';
  const locals: Record<string, string> = { evtprm3: body };
  runInNewContext(argumentsOf(129)["0"] ?? "", {
    local: (name: string) => locals[name],
    setLocal: (name: string, value: string) => (locals[name] = value),
  });
  expect(JSON.parse(locals["report"] ?? "")).toEqual({ package: "com.bca", evtprm3: body });
});
