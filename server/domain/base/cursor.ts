import { invalidFields } from "../../contract/errors.ts";

/** A cursor is a plain key. Any other text is refused, instead of showing a wrong page. */

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

/** A place in the order of changes: a time in milliseconds, and the number of what changed then. */
export interface ChangePlace {
  at: Date;
  number: number;
}

export const changeCursor = ({ at, number }: ChangePlace): string => `${at.getTime()}.${number}`;

/** Without a cursor it is the place before everything that changed at `since` or later. */
export function readChangeCursor(cursor: string | undefined, since: string): ChangePlace {
  if (cursor === undefined) return { at: new Date(since), number: 0 };
  const [, milliseconds, number] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? [];
  return { at: timeOfCursor(milliseconds), number: Number(number) };
}

const lastMoment = Date.parse("9999-12-31T23:59:59.999Z");

/** PostgreSQL reads no text with a year of five digits, and no row has such a time. */
export function timeOfCursor(milliseconds: string | undefined): Date {
  if (milliseconds === undefined || Number(milliseconds) > lastMoment) throw invalidCursor();
  return new Date(Number(milliseconds));
}

/** Stands before every UUID of a list that goes down from here. */
export const highestUuid = "ffffffff-ffff-ffff-ffff-ffffffffffff";
