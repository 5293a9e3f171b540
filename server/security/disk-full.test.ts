import { afterAll, expect, test } from "vitest";
import { publishedOperations } from "../../contract-tests/support/documents.ts";
import { askDocumented, openActors } from "../testing/actors.ts";
import { watchChanges } from "../testing/change-log.ts";
import { createTestDatabase } from "../testing/database.ts";
import { openInProcessService } from "../testing/in-process-service.ts";
import { brokenInvariants } from "../testing/invariants.ts";

const database = await createTestDatabase();
const { sql } = database;
afterAll(database.drop);

test("a create that finds the disk full is a 500 that leaves nothing, and the next one succeeds", async () => {
  const { gateway, dispatch } = openInProcessService(sql);
  const sample = await openActors(gateway, dispatch);
  const create = publishedOperations.find(({ operationId }) => operationId === "createPayment");
  if (!create) throw new Error("the document has no createPayment");
  const changes = await watchChanges(sql);

  // 53100 disk_full, as PostgreSQL reports it when a table cannot grow, in the middle of the transaction.
  await sql.unsafe(`
    create function fill_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create trigger fill_disk after insert on payments for each row execute function fill_disk();
  `);
  const request = sample(create);
  expect((await askDocumented(dispatch, request)).body.code).toBe("internal_error");
  expect((await changes.take()).filter((change) => !change.startsWith("api_keys."))).toEqual([]);

  await sql`drop trigger fill_disk on payments`;
  expect((await askDocumented(dispatch, request)).status).toBe(201);
  expect(await brokenInvariants(sql)).toEqual([]);
});
