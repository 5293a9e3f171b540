import { email, uuid } from "../contract/fields.ts";
import { enableTotp } from "../domain/access/totp.ts";
import { command, shown } from "./command.ts";
import { changing } from "./database.ts";
import { option } from "./option.ts";

const enable = command({
  name: "totp enable",
  summary:
    "Switches on two-factor authentication for a team member, who then needs a code to sign in and to match manually. A new secret replaces the earlier one.",
  options: {
    merchant: option(uuid(), "ID", "the merchant"),
    person: option(email().optional(), "ADDRESS", "the team member (default: the first owner)"),
  },
  run: async ({ merchant: merchant_id, person = null }) =>
    shown(
      await changing(
        (gateway) => enableTotp(gateway, merchant_id, person),
        () => ({ merchant_id, action: "two_factor.enabled" }),
      ),
    ),
});

export const commands = [enable];
