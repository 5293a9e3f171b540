/** What an upgrade begins with while the next release is made. Moved on with each release. */
export const previousRelease = {
  commit: "03afcae7d50ce6ffbbca78abd3b1b5d08c506cd8",
  lastMigration: "0020_remember_since_when_devices_are_listened_to",
} as const;
