import { v7 } from "uuid";

/**
 * Returns a UUID of version 7 (RFC 9562) that comes after every one that this process has made here. Those of
 * `node:crypto` are in no order within a millisecond, which is enough for lists that are not read by their ids.
 */
export const orderedId = (): string => v7();
