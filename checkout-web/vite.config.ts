import { defineConfig } from "vite";

/** The running gateway that `npm run dev` uses. */
const gateway = process.env.TEPAT_URL ?? "http://localhost:8080";

/** For the build in `scripts/` and for `npm run dev`, which shows `/pay/{payment_id}` with the data of that gateway. */
export default defineConfig({
  base: "/pay/",
  publicDir: false,
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  server: { proxy: { "/checkout": gateway } },
});
