/**
 * The roles in a merchant's team. Each operation of the dashboard names the roles that can call it (operation.ts), and
 * procedures/dashboard/session-procedure.ts refuses all others.
 *
 * An owner can do everything. Only owners manage people and read the audit log. Finance decides about money and the
 * books. A cashier sees only the counter. A developer creates keys and webhooks. A viewer only reads. An accountant
 * reads, and explains rows of bank statements.
 */
export const roles = ["owner", "finance", "cashier", "developer", "viewer", "accountant"] as const;

export type Role = (typeof roles)[number];

/** For operations that concern only the person who calls them: their session, password and second factor. */
export const everybody: readonly Role[] = [...roles];

/** For operations that show the books, accounts and phones without changing them. */
export const readers = ["owner", "finance", "developer", "viewer", "accountant"] as const;

/** For explaining rows of a bank statement. An explanation moves no money and pays no invoice. */
export const explainers = ["owner", "finance", "accountant"] as const;

/** For marking an invoice as paid: in the dashboard, and with the one-time code that accompanies an API key. */
export const matchers = ["owner", "finance"] as const;

/**
 * Lists roles in a sentence, as Intl.ListFormat does. Loading the data of Intl.ListFormat would take 15 ms of each
 * start.
 */
export const listed = (roles: readonly Role[]): string =>
  roles.length < 3 ? roles.join(" and ") : `${roles.slice(0, -1).join(", ")}, and ${roles.at(-1)}`;
