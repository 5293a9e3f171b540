/** What differs from the present: the rest needs no code, and does not undo what another browser has changed. */
export const changesOf = <Settings extends object>(
  present: Settings,
  wanted: Partial<Settings>,
): Partial<Settings> =>
  Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => value !== present[name as keyof Settings]),
  ) as Partial<Settings>;
