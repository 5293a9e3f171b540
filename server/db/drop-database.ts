import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "./client.ts";

const dropAttempts = 50;

/**
 * Drops a database with its connections, if it exists. Autovacuum's worker belongs to the superuser, so other users
 * cannot end it. The worker ends on its own, or when a drop waits for it.
 */
export async function dropDatabase(admin: Sql, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await admin`drop database if exists ${admin(name)} with (force)`;
      return;
    } catch (error) {
      const isInUse = ["42501", "55006"].includes((error as { code?: string }).code ?? "");
      if (!isInUse || attempt === dropAttempts) throw error;
      await sleep(100);
    }
  }
}
