import { uuid } from "../contract/fields.ts";
import {
  createApiKey,
  createTestApiKey,
  listApiKeys,
  revokeApiKey,
} from "../domain/merchants/api-keys.ts";
import { DomainError } from "../domain/base/domain-error.ts";
import { requireMerchant } from "../domain/merchants/merchants.ts";
import { command, shown } from "./command.ts";
import { changing, withGateway } from "./database.ts";
import { flag, option } from "./option.ts";
import { table } from "./print.ts";

const create = command({
  name: "apikey create",
  summary: "Creates another API key and shows it only once.",
  options: {
    merchant: option(uuid(), "ID", "the merchant that owns the key"),
    test: flag(
      "creates a test key, whose payments involve no money; also prints the test webhook secret",
    ),
  },
  run: async ({ merchant: merchant_id, test }) => {
    const key = await changing(
      async (gateway) => {
        await requireMerchant(gateway.sql, merchant_id);
        return test
          ? createTestApiKey(gateway, merchant_id)
          : createApiKey(gateway.sql, merchant_id);
      },
      ({ key_id }) => ({ merchant_id, action: "api_key.created", object_id: key_id }),
    );
    const { key_id, api_key } = key;
    return shown({
      key_id,
      api_key,
      ...("webhook_secret" in key && { webhook_secret: key.webhook_secret }),
    });
  },
});

const list = command({
  name: "apikey list",
  summary: "Lists a merchant's valid API keys, oldest first, without the keys themselves.",
  options: { merchant: option(uuid(), "ID", "the merchant that owns the keys") },
  run: ({ merchant: merchant_id }) =>
    withGateway(async ({ sql }) => {
      await requireMerchant(sql, merchant_id);
      const keys = await listApiKeys(sql, merchant_id);
      return { data: keys, text: table(keys) };
    }),
});

const revoke = command({
  name: "apikey revoke",
  summary: "Ends an API key at once.",
  options: { "key-id": option(uuid(), "ID", "the key_id that apikey list prints") },
  run: async ({ "key-id": key_id }) => {
    await changing(
      async ({ sql }) => {
        const merchant_id = await revokeApiKey(sql, key_id);
        if (merchant_id === null) {
          throw new DomainError(
            `No API key in use has the key_id ${key_id}. To list a merchant's keys, run npx tepat apikey list --merchant ID`,
          );
        }
        return merchant_id;
      },
      (merchant_id) => ({ merchant_id, action: "api_key.revoked", object_id: key_id }),
    );
    // Only the hash of a key is stored, so the key cannot be shown again.
    return shown({ key_id, api_key: null });
  },
});

export const commands = [create, list, revoke];
