/**
 * The stand-in for the name that a sale at the counter or by a link does not ask for. Every payment has a name, so lists
 * show this one. The customer's page and messages to customers leave it out.
 */
export const unnamedCustomer = "Pelanggan";

/** Returns a customer's name, or null for the stand-in. */
export const namedCustomer = (name: string | null | undefined): string | null =>
  name && name !== unnamedCustomer ? name : null;

/** Returns a customer's name for a message, with a space before it, or nothing without a name. */
export const afterGreeting = (name: string | null | undefined): string =>
  namedCustomer(name) === null ? "" : ` ${name}`;
