import { uuid } from "../contract/fields.ts";
import { createApiKey, revokeApiKey } from "../domain/api-keys.ts";
import { DomainError } from "../domain/domain-error.ts";
import { requireMerchant } from "../domain/merchants.ts";
import { command, shown } from "./command.ts";
import { withGateway } from "./database.ts";
import { option } from "./option.ts";

const create = command({
  name: "apikey create",
  summary: "Makes another API key, which is shown only now.",
  options: { merchant: option(uuid(), "ID", "whose key it is") },
  run: ({ merchant }) =>
    withGateway(async ({ sql }) => {
      await requireMerchant(sql, merchant);
      return shown(await createApiKey(sql, merchant));
    }),
});

const revoke = command({
  name: "apikey revoke",
  summary: "Ends an API key at once.",
  options: { "key-id": option(uuid(), "ID", "key_id, as apikey create printed it") },
  run: ({ "key-id": key_id }) =>
    withGateway(async ({ sql }) => {
      const isRevoked = await revokeApiKey(sql, key_id);
      if (!isRevoked) throw new DomainError(`There is no API key ${key_id} in use.`);
      // Only the key's hash is kept, so there is none to show.
      return shown({ key_id, api_key: null });
    }),
});

export const commands = [create, revoke];
