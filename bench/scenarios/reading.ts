import { readEachAppUnseen, type AppReading } from "../../server/testing/leave-one-app-out.ts";
import { table } from "../report.ts";

/**
 * Reads the texts of each app without the app's own rules, and counts the results. It measures no time.
 */
export function measureReading(): string {
  const apps = readEachAppUnseen();
  const sum = (of: (app: AppReading) => number) => apps.reduce((total, app) => total + of(app), 0);
  const cells = (name: string, numbers: readonly number[]) => [name, ...numbers.map(String)];
  const numbersOf = (app: AppReading) => [
    app.texts,
    app.credits,
    app.read,
    app.missed.length,
    app.false_credits.length,
    app.wrong_amounts.length,
  ];
  const credits = sum(({ credits: count }) => count);
  const read = sum(({ read: count }) => count);
  return `${((100 * read) / credits).toFixed(1)} % of the credits are read.

${table(
  ["app left out", "texts", "credits", "read", "missed", "false credits", "wrong amounts"],
  [
    ...apps
      .filter((app) => app.missed.length + app.false_credits.length + app.wrong_amounts.length > 0)
      .map((app) => cells(app.app, numbersOf(app))),
    cells(
      "**all**",
      numbersOf(apps[0] as AppReading).map((_, index) =>
        sum((app) => numbersOf(app)[index] as number),
      ),
    ),
  ],
)}`;
}
