/** The version in package.json, repeated here so that bundlers do not have to include that file. */
export const version = "1.0.0";
