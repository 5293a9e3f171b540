/** Past for good, and future for as long as anybody runs this: such dates may stand beside any clock. */
const [pastYear, futureYear] = [2020, 2099];

/** What brings the real clock into a test. `setClock` gives the gateway another than its database has. */
const clocks = /\bDate\.now\(\)|\bnew Date\(\)|(?<![\w.$])now\(\)|\bsetClock\(/;

const dates = /(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)|\b(?:Date\.UTC|new Date)\((\d{4}),/g;

/**
 * The written dates of a test that also reads the real clock. Near that clock they are earlier or later, older or
 * younger than what it says, depending on the day; so such a test passes on some days only.
 */
export function datesBesideClock(source: string): string[] {
  const code = source.replaceAll(/(?<!:)\/\/.*|\/\*[^]*?\*\//g, "");
  if (!clocks.test(code)) return [];
  return [...code.matchAll(dates)].flatMap(([written, year, month, day, yearAlone]) => {
    const isNear = Number(year ?? yearAlone) > pastYear && Number(year ?? yearAlone) < futureYear;
    // 30 February is a test's wrong input.
    const exists = yearAlone !== undefined || isDate(Number(year), Number(month), Number(day));
    return isNear && exists ? [written] : [];
  });
}

function isDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
