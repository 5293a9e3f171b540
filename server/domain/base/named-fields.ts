/** Returns the defined fields of a change. `undefined` leaves a field unchanged. */
export function namedFields(change: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
