import { uuid } from "../contract/fields.ts";
import { enableTotp } from "../domain/totp.ts";
import { command, shown } from "./command.ts";
import { withGateway } from "./database.ts";
import { option } from "./option.ts";

const enable = command({
  name: "totp enable",
  summary:
    "Enables manual matching with codes of an authenticator app; replaces an earlier secret.",
  options: { merchant: option(uuid(), "ID", "the merchant") },
  run: ({ merchant }) => withGateway(async (gateway) => shown(await enableTotp(gateway, merchant))),
});

export const commands = [enable];
