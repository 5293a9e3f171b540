import { expect, test } from "vitest";
import { cleanText } from "./clean-text.ts";

test.each([
  ["white space", "  Rp\u00a0150.123\u2009 dari\t BUDI ", "Rp 150.123 dari BUDI"],
  ["line breaks", "Sobat BRI!\r\n\r\n  Dana\rRp1\u2028ya", "Sobat BRI!\nDana\nRp1\nya"],
  ["invisible marks", "\u200fR\u200bp\u2060150\ufeff\u202e", "Rp150"],
  ["fullwidth letters and digits", "Ｒｐ１５０．１２３", "Rp150.123"],
  ["emoji", "Masuk!🎉👍🏽 Rp1 🇮🇩", "Masuk! Rp1"],
  ["a run of ellipses", "Rp50……………", "Rp50..."],
  ["quotes and dashes", "“Livin’ – 5,—” −Rp1…", '"Livin\' - 5,-" -Rp1...'],
  ["control characters", "Rp1\u0000\u0007.000", "Rp1 .000"],
  [
    "entities",
    "Digital &amp; Kreatif &lt;b&gt; &quot;a&apos;s&#39;&nbsp;x",
    "Digital & Kreatif <b> \"a's' x",
  ],
])("%s are normalised", (_what, text, clean) => {
  expect(cleanText(text)).toBe(clean);
  expect(cleanText(clean)).toBe(clean);
});

test("entities are decoded once, and only known ones", () => {
  expect(cleanText("&amp;amp; &#49; &toString; &")).toBe("&amp; &#49; &toString; &");
});

test("no other character becomes a digit", () => {
  for (const text of ["Rp150²", "①", "½", "١٥٠", "𝟏𝟓𝟎", "1⃣0"]) expect(cleanText(text)).toBe(text);
});
