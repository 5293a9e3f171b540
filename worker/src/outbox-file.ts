import { join } from "node:path";

export const outboxIn = (directory: string) => join(directory, "outbox.db");
