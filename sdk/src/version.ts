/** As in package.json, which bundlers would otherwise have to carry along. */
export const version = "0.1.0";
