/**
 * These years are always in the past or always in the future, so their dates can be used beside any
 * clock.
 */
const [pastYear, futureYear] = [2020, 2099];

/**
 * The calls that bring the real clock into a test. `setClock` gives the gateway a clock that differs from its
 * database's.
 */
const clocks = /\bDate\.now\(\)|\bnew Date\(\)|(?<![\w.$])now\(\)|\bsetClock\(/;

const dates = /(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)|\b(?:Date\.UTC|new Date)\((\d{4}),/g;

/**
 * Returns the written dates of a test that also reads the real clock. Whether such a date is before or after the clock
 * depends on the day, so the test passes on some days only.
 */
export function datesBesideClock(source: string): string[] {
  const code = source.replaceAll(/(?<!:)\/\/.*|\/\*[^]*?\*\//g, "");
  if (!clocks.test(code)) return [];
  return [...code.matchAll(dates)].flatMap(([written, year, month, day, yearAlone]) => {
    const isNear = Number(year ?? yearAlone) > pastYear && Number(year ?? yearAlone) < futureYear;
    // 30 February is an invalid input of a test.
    const exists = yearAlone !== undefined || isDate(Number(year), Number(month), Number(day));
    return isNear && exists ? [written] : [];
  });
}

function isDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
