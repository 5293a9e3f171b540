import { defineConfig } from "vite";

/** The running gateway that `npm run dev` uses. */
const gateway = process.env.TEPAT_URL ?? "http://localhost:8080";

/**
 * The configuration for the build in `scripts/` and for `npm run dev`. The latter shows `/pay/{payment_id}` with that
 * gateway's data.
 */
export default defineConfig({
  base: "/pay/",
  publicDir: false,
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  server: { proxy: { "/checkout": gateway } },
});
