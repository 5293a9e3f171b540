/** The fields of a change that were named: `undefined` leaves a field as it is. */
export function namedFields(change: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
