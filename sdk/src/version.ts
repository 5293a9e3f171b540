/** The version in package.json, repeated here so that bundlers need not include that file. */
export const version = "1.0.0";
