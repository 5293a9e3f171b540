import { buildPages } from "../../server/bin/set-up.mjs";

/** Makes the build of `npm start`, if its sources changed. */
export default buildPages;
