/**
 * Creates a new database for each test file, cloned from a migrated template in 10 to 30 ms. The clone copies
 * files, which costs half as much as copying through the log.
 */

import { randomUUID } from "node:crypto";

import { inject } from "vitest";

import { connect, type Sql } from "../db/client.ts";
import { dropDatabase } from "../db/drop-database.ts";

/**
 * The timeout for statements that hang. On a busy machine, a thousand statements at once can take longer than a
 * server's own timeout allows.
 */
export const statementMilliseconds = 120_000;

/** The values that the global set-up passes to the test files. */
export interface TestCluster {
  url: string;
  template: string;
  /** The beginning of the names of this run's databases. */
  prefix: string;
}

declare module "vitest" {
  interface ProvidedContext {
    testCluster: TestCluster;
  }
}

export interface TestDatabase {
  url: string;
  sql: Sql;
  /** Ends `sql` and removes the database, even if others are still connected to it. */
  drop(): Promise<void>;
}

/**
 * Creates a database. A global set-up passes the cluster, because only test files can ask vitest
 * for it.
 */
export async function createTestDatabase(cluster = inject("testCluster")): Promise<TestDatabase> {
  return await createDatabase(cluster, cluster.template);
}

/** Creates a database without Tepat's schema. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return await createDatabase(inject("testCluster"), "template1");
}

async function createDatabase(
  { url: clusterUrl, prefix }: TestCluster,
  template: string,
): Promise<TestDatabase> {
  const name = prefix + randomUUID().slice(0, 8);
  await administer(
    clusterUrl,
    (admin) => admin`create database ${admin(name)} template ${admin(template)} strategy file_copy`,
  );
  const url = urlOfDatabase(clusterUrl, name);
  const sql = connect(url, { applicationName: name, statementMilliseconds });
  const drop = async (): Promise<void> => {
    await sql.end({ timeout: 1 });
    await administer(clusterUrl, (admin) => dropDatabase(admin, name));
  };
  return { url, sql, drop };
}

export function urlOfDatabase(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function administer<T>(clusterUrl: string, work: (admin: Sql) => PromiseLike<T>): Promise<T> {
  const admin = connect(clusterUrl, {
    connections: 1,
    applicationName: "tepat tests",
    statementMilliseconds: 0,
  });
  try {
    return await work(admin);
  } finally {
    await admin.end({ timeout: 1 });
  }
}
