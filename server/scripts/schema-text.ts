import { join } from "node:path";
import { connect } from "../db/client.ts";
import { startEmbedded } from "../db/embedded.ts";
import { migrate } from "../db/migrate.ts";
import { readSchemaText } from "../db/schema-text.ts";
import { dropDatabase } from "../db/drop-database.ts";

/** Returns the text of schema.sql, from a new database with all migrations. */
export async function schemaText(): Promise<string> {
  const dataDirectory = join(import.meta.dirname, "../../.cache/generate-database");
  const cluster = await startEmbedded({ dataDirectory, fsync: false });
  const name = `generate_${process.pid}`;
  const admin = connect(cluster.url, { connections: 1 });
  try {
    await admin`create database ${admin(name)}`;
    const url = new URL(cluster.url);
    url.pathname = `/${name}`;
    await migrate(url.href);
    const sql = connect(url.href, { connections: 1 });
    const text = await readSchemaText(sql);
    await sql.end({ timeout: 1 });
    return text;
  } finally {
    await dropDatabase(admin, name);
    await admin.end({ timeout: 1 });
    await cluster.stop();
  }
}
