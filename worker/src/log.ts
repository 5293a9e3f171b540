export type Log = (message: string) => void;

/** Writes a line to the log. Never log a token or a notification's text. */
export const log: Log = (message) => console.log(`${new Date().toISOString()} ${message}`);
