/**
 * Returns only the settings that differ from the current ones. Unchanged settings need no one-time code, and sending
 * them could undo a change from another browser.
 */
export const changesOf = <Settings extends object>(
  present: Settings,
  wanted: Partial<Settings>,
): Partial<Settings> =>
  Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => value !== present[name as keyof Settings]),
  ) as Partial<Settings>;
