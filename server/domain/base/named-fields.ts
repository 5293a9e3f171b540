/** Returns the fields of a change that are named; `undefined` leaves a field as it is. */
export function namedFields(change: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
