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

/** For operations about the caller alone: the own session, password and second factor. */
export const everybody: readonly Role[] = [...roles];

/** For what shows the books, accounts and phones without changing them. */
export const readers = ["owner", "finance", "developer", "viewer", "accountant"] as const;

/** For explaining rows of a bank statement. It moves no money and pays no invoice. */
export const explainers = ["owner", "finance", "accountant"] as const;

/** For marking an invoice as paid manually: in the dashboard, and by the code that comes with an API key. */
export const matchers = ["owner", "finance"] as const;

/** Names roles in a sentence, as Intl.ListFormat does, whose data would take 15 ms of each start to load. */
export const listed = (roles: readonly Role[]): string =>
  roles.length < 3 ? roles.join(" and ") : `${roles.slice(0, -1).join(", ")}, and ${roles.at(-1)}`;
