import { v7 } from "uuid";

/**
 * Returns a UUID of version 7 (RFC 9562) that sorts after every UUID from this function in this process. UUIDs of
 * `node:crypto` have no order within a millisecond, which is enough for lists that are not sorted by id.
 */
export const orderedId = (): string => v7();
