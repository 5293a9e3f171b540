const { defineConfig } = require("@medusajs/framework/utils");

module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { ssl: false },
    http: {
      storeCors: "*",
      adminCors: "*",
      authCors: "*",
      jwtSecret: "a secret of the tests",
      cookieSecret: "a secret of the tests",
    },
  },
  // The merchant's additions begin here.
  plugins: ["@tepat/medusa"],
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      options: { providers: [{ resolve: "@tepat/medusa/providers/tepat", id: "tepat" }] },
    },
  ],
  // The merchant's additions end here.
});
