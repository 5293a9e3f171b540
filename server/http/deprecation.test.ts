import { afterAll, expect, test } from "vitest";
import { listAccounts } from "../contract/accounts.ts";
import { createTestDatabase } from "../testing/database.ts";
import { shopWithAccount } from "../testing/fixtures.ts";
import { ask, openInProcessService } from "../testing/in-process-service.ts";

/** The headers of deprecated operations. No operation is deprecated today, so the test marks one itself. */

const database = await createTestDatabase();
afterAll(() => database.drop());

test("every response of a deprecated operation has the headers, even a refusal, and no other response does", async () => {
  const { meta } = listAccounts;
  meta.deprecations = [{ since: "2027-01-31", sunset: "2028-01-31" }];
  try {
    const { gateway, dispatch } = openInProcessService(database.sql);
    const shop = await shopWithAccount(gateway);
    const headersOf = async (path: string, key: string) =>
      (await ask(dispatch, { method: "GET", path, headers: { "x-api-key": key } })).headers;
    const told = {
      deprecation: "@1801353600",
      sunset: "Mon, 31 Jan 2028 00:00:00 GMT",
      link: '</docs/api-changes>; rel="deprecation"; type="text/html"',
    };
    expect(await headersOf("/gateway/accounts", shop.api_key)).toMatchObject(told);
    expect(await headersOf("/gateway/accounts", "wrong")).toMatchObject(told);
    expect(await headersOf("/gateway/payments", shop.api_key)).not.toHaveProperty("deprecation");
  } finally {
    delete meta.deprecations;
  }
});
