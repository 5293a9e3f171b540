import { invalidFields } from "../../contract/errors.ts";

/** A cursor is a plain key. Any other text is refused, so that a list never shows a wrong page. */

export const invalidCursor = () => invalidFields({ cursor: { code: "not_a_cursor", params: {} } });

export function readUuidCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(cursor)) throw invalidCursor();
  return cursor;
}

export function readNumberCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  if (!/^\d{1,15}$/.test(cursor)) throw invalidCursor();
  return Number(cursor);
}

/** A place in the order of changes: a time in milliseconds, and the number of the record that changed at that time. */
export interface ChangePlace {
  at: Date;
  number: number;
}

export const changeCursor = ({ at, number }: ChangePlace): string => `${at.getTime()}.${number}`;

/** Reads a cursor. Without a cursor, the place is before all changes at `since` or later. */
export function readChangeCursor(cursor: string | undefined, since: string): ChangePlace {
  if (cursor === undefined) return { at: new Date(since), number: 0 };
  const [, milliseconds, number] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? [];
  return { at: timeOfCursor(milliseconds), number: Number(number) };
}

const lastMoment = Date.parse("9999-12-31T23:59:59.999Z");

/** Returns a cursor's time. Throws for a year of five digits, which PostgreSQL does not read and no row has. */
export function timeOfCursor(milliseconds: string | undefined): Date {
  if (milliseconds === undefined || Number(milliseconds) > lastMoment) throw invalidCursor();
  return new Date(Number(milliseconds));
}

/** Precedes every UUID in a descending list. */
export const highestUuid = "ffffffff-ffff-ffff-ffff-ffffffffffff";
