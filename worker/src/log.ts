export type Log = (message: string) => void;

/** Never a token, never a notification's text. */
export const log: Log = (message) => console.log(`${new Date().toISOString()} ${message}`);
