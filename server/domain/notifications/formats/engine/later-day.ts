/**
 * Finds texts that date money later than their posting. A bank dates past events, so such a text was invented, or
 * announces a possible event. Only a date in the sentence itself counts, because a payer's remark can name any day.
 */

const months = [
  "jan(?:uar[iy])?",
  "feb(?:ruar[iy])?",
  "mar(?:et|ch)?",
  "apr(?:il)?",
  "mei|may",
  "jun[ie]?",
  "jul[iy]?",
  "a(?:gu(?:s(?:tus)?|st)?|ug(?:ust)?)",
  "sep(?:t(?:ember)?)?",
  "o[kc]t(?:ober)?",
  "nov(?:ember)?",
  "de[sc](?:ember)?",
] as const;

const gap = "[-/. ]";
const date = new RegExp(
  String.raw`\b(?:pada|tanggal|tgl|on|per)[.:]? (?:hari \p{L}{4,6},? )?(?:tanggal |tgl\.? )?` +
    String.raw`(\d{1,4})${gap}{1,2}(\d{1,2}|\p{L}{3,9})${gap}{1,2}(\d{2,4})\b`,
  "giu",
);

const dayMilliseconds = 86_400_000;
/** The tolerance in days, because a phone's clock might be slow and days begin at other times in other zones. */
const toleratedDays = 2;
/** The number of dates that are examined. No genuine text has more, and a long text must not cost more. */
const datesMax = 20;

/** `postedAt` is the notification's own time. */
export function isDatedLater(text: string, postedAt: Date): boolean {
  let looked = 0;
  for (const [, first = "", second = "", third = ""] of text.matchAll(date)) {
    if ((looked += 1) > datesMax) return false;
    const days = daysOf(first, second, third);
    // If a date can be read in several ways, one reading in the past is enough.
    const bound = postedAt.getTime() + toleratedDays * dayMilliseconds;
    if (days.length > 0 && days.every((day) => day > bound)) return true;
  }
  return false;
}

function daysOf(first: string, second: string, third: string): number[] {
  const named = months.findIndex((month) => new RegExp(`^(?:${month})$`, "iu").test(second)) + 1;
  const middle = named > 0 ? named : Number(second);
  const readings: [year: string, month: number, day: number][] = [
    [third, middle, Number(first)],
    [first, middle, Number(third)],
    [third, Number(first), middle],
  ];
  return readings
    .slice(0, named > 0 ? 2 : 3)
    .flatMap(([year, month, day]) => momentOf(year, month, day) ?? []);
}

function momentOf(year: string, month: number, day: number): number | null {
  if (year.length === 3 || !(month >= 1 && month <= 12 && day >= 1 && day <= 31)) return null;
  const whole = year.length === 4 ? Number(year) : 2000 + Number(year);
  return Date.UTC(whole, month - 1, day);
}
