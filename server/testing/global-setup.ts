/**
 * One embedded cluster for the test files and servers of all projects, kept from run to run (test-folder.ts), with a
 * template database for each state of the migrations. The first set-up starts the cluster, and the last tear-down stops
 * it. Simultaneous runs share it. Each run names its databases after its process and locks its template. The set-up
 * removes only databases without a lock.
 */

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";

import type { TestProject } from "vitest/node";

import { connect, type Sql } from "../db/client.ts";
import { startEmbedded } from "../db/embedded.ts";
import { isAlive } from "../db/embedded/process.ts";
import { readFunctionFiles } from "../db/functions.ts";
import { listMigrationFiles, migrate, migrationsDirectory } from "../db/migrate.ts";
import { urlOfDatabase, type TestCluster } from "./database.ts";
import { dropDatabase } from "../db/drop-database.ts";
import { testDataDirectory } from "./test-folder.ts";

const setUpLock = 7_283_729;

export default async function setUpTestCluster(project: TestProject): Promise<() => Promise<void>> {
  const { leave, ...cluster } = await joinTestCluster();
  project.provide("testCluster", cluster);
  return leave;
}

export async function joinTestCluster(): Promise<TestCluster & { leave: () => Promise<void> }> {
  const cluster = await startEmbedded({ dataDirectory: testDataDirectory(), fsync: false });
  const template = `template_${await hashOfMigrations()}`;
  const admin = connect(cluster.url, { connections: 1, statementMilliseconds: 0 });
  await admin`select pg_advisory_lock(${setUpLock})`;
  await admin`select pg_advisory_lock_shared(hashtext(${template}))`;
  await removeLeftovers(admin, template);
  await makeTemplate(admin, cluster.url, template);
  await admin`select pg_advisory_unlock(${setUpLock})`;

  return {
    url: cluster.url,
    template,
    prefix: `test_${process.pid}_`,
    async leave() {
      await admin.end({ timeout: 1 });
      await cluster.stop();
    },
  };
}

async function hashOfMigrations(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of listMigrationFiles()) {
    hash.update(file).update(await readFile(path.join(migrationsDirectory, file)));
  }
  for (const { text } of readFunctionFiles()) hash.update(text);
  return hash.digest("hex").slice(0, 16);
}

async function removeLeftovers(admin: Sql, template: string): Promise<void> {
  const unusedTemplates = await admin<{ name: string }[]>`
    select datname as name
    from pg_database
    where datname like 'template\\_%'
      and datname <> ${template}
      and pg_try_advisory_xact_lock(hashtext(datname))`;
  const testDatabases = await admin<{ name: string }[]>`
    select datname as name
    from pg_database
    where datname like 'test\\_%'`;
  const abandoned = testDatabases.filter(({ name }) => !isAlive(Number(name.split("_")[1])));
  for (const { name } of [...unusedTemplates, ...abandoned]) {
    await dropDatabase(admin, name);
  }
}

/**
 * Creates a template. It is renamed when complete, so that an interrupted set-up leaves no
 * half-migrated template.
 */
async function makeTemplate(admin: Sql, clusterUrl: string, template: string): Promise<void> {
  const [existing] = await admin`select from pg_database where datname = ${template}`;
  if (existing !== undefined) return;
  const unfinished = "unfinished_template";
  await dropDatabase(admin, unfinished);
  await admin`create database ${admin(unfinished)}`;
  await migrate(urlOfDatabase(clusterUrl, unfinished));
  await admin`alter database ${admin(unfinished)} rename to ${admin(template)}`;
}
