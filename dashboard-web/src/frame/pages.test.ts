import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { matchRoute } from "../base/match-route.ts";
import { languages } from "../../../web-shared/src/language.ts";
import { textsIn } from "../../tests/texts-in.ts";
import { definePages } from "../ui/define-pages.ts";
import { guideNames } from "./palette-guides.ts";
import { allPages, collectPages, guides, menu } from "./pages.ts";

const docs = (file: string) => new URL(`../../../docs/${file}`, import.meta.url);

test("one definition gives a page its address, its menu entry and its live updates", async () => {
  const Tills = () => null;
  const tillsPages = definePages({
    pattern: "/tills/:till_id",
    needs: "getCounter",
    load: async () => Tills,
    menu: { text: "counter", icon: "counter", room: "money" },
    live: { listLinks: ["payment"] },
  });
  const collected = collectPages([...allPages, ...tillsPages]);
  const found = matchRoute(collected.insideRoutes, "/tills/7");
  expect(found).toMatchObject({ parameters: { till_id: "7" }, route: { needs: "getCounter" } });
  expect(await found?.route.load()).toBe(Tills);
  expect(collected.menu.at(-1)).toMatchObject({
    to: "/tills/:till_id",
    needs: "getCounter",
    room: "money",
  });
  expect(collected.liveTopics).toMatchObject({ listLinks: ["payment"] });
});

test("addresses are unique, and every menu entry has a name in both languages", async () => {
  const patterns = allPages.map(({ pattern }) => pattern);
  expect(new Set(patterns).size).toBe(patterns.length);
  expect(menu.length).toBe(allPages.filter((page) => page.menu).length);
  const texts = menu.map(({ text }) => text);
  expect(new Set(texts).size).toBe(texts.length);
  for (const language of languages) {
    const { commonTexts } = await textsIn(language, () => import("../base/texts/common.ts"));
    for (const { text } of menu) expect(commonTexts.menu[text], text).toMatch(/./u);
  }
});

test("the guide of each page exists, and each guide that the palette finds", () => {
  for (const address of [...guides.map(({ guide }) => guide), ...Object.keys(guideNames)]) {
    const [guide, anchor] = address.split("#");
    expect(existsSync(docs(`${guide}.md`)), guide).toBe(true);
    // The same address leads to either language.
    for (const end of anchor === undefined ? [] : ["md", "id.md"])
      expect(readFileSync(docs(`${guide}.${end}`), "utf8")).toContain(`<a name="${anchor}">`);
  }
});

test.each([
  ["en", "README.md"],
  ["id", "README.id.md"],
] as const)("the palette calls the guides as their own lists do, in %s", async (language, file) => {
  const lists = readFileSync(docs(file), "utf8");
  const named = [...lists.matchAll(/\[([^\]]+)\]\(([\w-]+)(?:\.id)?\.md\)/gu)].map(
    ([, name, guide]) => `${guide}: ${name}`,
  );
  const palette = await textsIn(language, () => import("./palette-guides.ts"));
  for (const [guide, name] of Object.entries(palette.guideNames))
    // The Indonesian lists leave out some guides that exist only in English.
    if (language === "en" || named.some((each) => each.startsWith(`${guide}: `)))
      expect(named).toContain(`${guide}: ${name}`);
});

test("one page names each operation's live topics", () => {
  const named = allPages.flatMap(({ live = {} }) => Object.keys(live));
  expect(named.length).toBeGreaterThan(20);
  expect(new Set(named).size).toBe(named.length);
});
