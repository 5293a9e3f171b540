/* Runs in the browser on each guide: the chosen language, the menu on a phone, the search, and the copy buttons. */

const yearSeconds = 31_536_000;
const remembered = /(?:^|; )tepat_lang=(\w+)/.exec(document.cookie)?.[1];
const address = new URL(location.href);
// The language in a shared link applies to this page only. The address need not name the chosen language.
if (remembered !== undefined && address.searchParams.get("lang") === remembered) {
  address.searchParams.delete("lang");
  history.replaceState(null, "", address);
}
const otherLanguage = document.querySelector(".places [hreflang]");
otherLanguage.addEventListener("click", () => {
  // Earlier releases stored the choice under these paths, and those cookies would override this one.
  for (const path of ["/dashboard", "/docs"]) {
    document.cookie = `tepat_lang=; Path=${path}; Max-Age=0`;
  }
  document.cookie = `tepat_lang=${otherLanguage.hreflang}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
});

const menuButton = document.querySelector(".menu-button");
menuButton.addEventListener("click", () => {
  const isOpen = document.body.classList.toggle("menu-open");
  menuButton.setAttribute("aria-expanded", String(isOpen));
});
// Scrolls only the list of the menu, and not the page.
const menu = document.querySelector(".menu");
const current = menu.querySelector("[aria-current]");
if (current) menu.scrollTop = current.offsetTop - menu.clientHeight / 2;

for (const table of document.querySelectorAll(".table")) {
  if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
}

const { copy, copied } = document.body.dataset;
for (const block of document.querySelectorAll("figure.code")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = copy;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(block.querySelector("code").textContent);
      button.textContent = copied;
      setTimeout(() => (button.textContent = copy), 2000);
    } catch {
      // If the browser refuses, as it does without HTTPS, the text is selected instead.
      getSelection().selectAllChildren(block.querySelector("code"));
    }
  });
  block.append(button);
}

const field = document.querySelector(".search input");
const results = document.querySelector(".results");
const status = results.querySelector("p");
const list = results.querySelector("ul");
const mostResults = 12;
let index;

const readIndex = () =>
  (index ??= fetch(field.dataset.index)
    .then((answer) => answer.json())
    .catch(() => {
      // The next keystroke tries again.
      index = undefined;
      return [];
    }));

const plain = (text) => text.toLowerCase();

/** Words that readers type, as in chats, and the words that the guides use instead. */
const synonyms = new Map([
  ["wa", "whatsapp"],
  ["e-mail", "email"],
  ...(document.documentElement.lang === "id"
    ? [
        ["refund", "pengembalian"],
        ["qr", "qris"],
        ["surel", "email"],
        ["invoice", "tagihan"],
        ["link", "tautan"],
        ["password", "sandi"],
      ]
    : []),
]);

/** Returns whether a text has a word. A short word must begin one: "hp" is not in "php". */
const has = (text, word) =>
  word.length > 3 ? plain(text).includes(word) : ` ${plain(text)}`.includes(` ${word}`);

/**
 * Returns the score of a section, and whether the section has all words. A word counts most among the section's search
 * words and in its heading, less in the page's title, and little in the text. Among pages that have a word only in the
 * text, pages for shopkeepers come first.
 */
function rated(section, words) {
  const [, title, , heading, content, code, searched, isForShops] = section;
  const scores = words.map(
    (word) =>
      (has(searched, word) ? 12 : 0) +
      (has(heading, word) ? 8 : 0) +
      (has(title, word) ? 6 : 0) +
      (has(content, word) ? 1 : 0) +
      (has(code, word) ? 0.5 : 0),
  );
  const score = scores.reduce((sum, each) => sum + each, 0);
  return { section, hasAll: !scores.includes(0), score: score && score + (isForShops ? 4 : 0) };
}

/**
 * Returns the text around the first word, or the text's beginning if a word is missing. The excerpt is cut at the
 * boundaries of words.
 */
function excerptOf(content, words) {
  const hasAll = words.every((word) => has(content, word));
  const at = hasAll ? plain(content).indexOf(words[0]) : 0;
  const start = at <= 30 ? 0 : content.indexOf(" ", at - 30) + 1;
  if (content.length <= at + 90) return (start > 0 ? "… " : "") + content.slice(start);
  const end = content.lastIndexOf(" ", at + 90);
  return `${start > 0 ? "… " : ""}${content.slice(start, end > at ? end : at + 90)} …`;
}

function resultOf([page, title, anchor, heading, content], words) {
  const link = document.createElement("a");
  link.href = heading === title ? page : `${page}#${anchor}`;
  const name = document.createElement("b");
  name.textContent = heading === title ? title : `${title} › ${heading}`;
  const text = document.createElement("span");
  text.textContent = excerptOf(content.trim(), words);
  link.append(name, text);
  const item = document.createElement("li");
  item.append(link);
  return item;
}

async function search() {
  const query = field.value;
  const words = plain(query)
    .split(/\s+/)
    .filter(Boolean)
    // A plural finds its singular too.
    .map((word) => synonyms.get(word) ?? word.replace(/(?<=.{3})s$/, ""));
  if (words.length === 0) {
    results.hidden = true;
    return;
  }
  const sections = await readIndex();
  // A later keystroke runs its own search.
  if (field.value !== query) return;
  const some = sections
    .map((section) => rated(section, words))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  const all = some.filter(({ hasAll }) => hasAll);
  const found = all.length > 0 ? all : some;
  status.textContent =
    found.length === 0
      ? field.dataset.nothing
      : field.dataset.found.replace("{count}", String(found.length));
  list.replaceChildren(
    ...found.slice(0, mostResults).map(({ section }) => resultOf(section, words)),
  );
  results.hidden = false;
}

const close = () => (results.hidden = true);
field.addEventListener("focus", readIndex);
field.addEventListener("input", search);
field.form.addEventListener("submit", (event) => {
  event.preventDefault();
  list.querySelector("a")?.click();
});
list.addEventListener("click", close);
document.addEventListener("click", (event) => {
  if (!field.form.contains(event.target)) close();
});
document.addEventListener("keydown", (event) => {
  const isTyping = /^(?:input|textarea)$/i.test(event.target.tagName);
  if ((event.key === "k" && (event.ctrlKey || event.metaKey)) || (event.key === "/" && !isTyping)) {
    event.preventDefault();
    field.focus();
  } else if (event.key === "Escape") close();
  else if (/^Arrow(?:Down|Up)$/.test(event.key) && field.form.contains(event.target)) {
    const places = [field, ...list.querySelectorAll("a")];
    const step = event.key === "ArrowDown" ? 1 : -1;
    event.preventDefault();
    places.at((places.indexOf(document.activeElement) + step) % places.length)?.focus();
  }
});
