/** Runs `npm run pictures`, which takes the README's pictures from the running pages. */

import { runSteps } from "./steps.ts";

process.env["TAKE_README_PICTURES"] = "1";
await runSteps(
  [["pictures", "vitest", "run", "--project", "dashboard-web", "readme-pictures"]],
  "The pages, or README.md, are not as the pictures' test says.",
);
