const { flushCompileCache } = require("node:module");
const { bootstrap, DefaultLogger, DefaultSchedulerPlugin, LogLevel } = require("@vendure/core");
const { TepatPlugin } = require("@tepat/vendure");

bootstrap({
  apiOptions: { hostname: "127.0.0.1", port: Number(process.env.PORT) },
  authOptions: {
    tokenMethod: "bearer",
    superadminCredentials: { identifier: "superadmin", password: "of the tests" },
    cookieOptions: { secret: "a secret of the tests" },
  },
  dbConnectionOptions: {
    type: "postgres",
    url: process.env.DATABASE_URL,
    synchronize: process.env.MAKE_TABLES === "yes",
  },
  // One process does everything here. A real shop has workers.
  schedulerOptions: { runTasksInWorkerOnly: false },
  logger: new DefaultLogger({ level: LogLevel.Warn }),
  // The merchant adds only TepatPlugin.
  plugins: [DefaultSchedulerPlugin.init(), TepatPlugin],
})
  // The test kills this process, which would otherwise write its cache at its end.
  .then(() => flushCompileCache())
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
