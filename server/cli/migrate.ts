import { readConfig } from "../start/config.ts";
import { listDueMigrations, migrate } from "../db/migrate.ts";
import { command } from "./command.ts";
import { refuse, withDatabase } from "./database.ts";

const run = command({
  name: "migrate",
  summary: "Updates the database to this release's schema, as npm start does.",
  options: {},
  run: () =>
    withDatabase(
      readConfig(process.env),
      async ({ url, sql }) => {
        const applied = await listDueMigrations(sql);
        await migrate(url);
        return {
          data: { applied },
          text: applied.length > 0 ? `Applied:\n${applied.join("\n")}` : "Nothing to apply.",
        };
      },
      { mayMake: true, kept: "Finished migrations are kept." },
    ).catch(refuse),
});

export const commands = [run];
