import type { Sql } from "../../db/client.ts";

/**
 * The name of `accounts account` of `channels channel`, as the dashboard writes it (`base/account-name.ts`): the bank
 * and the number, or the name in the QRIS code and the end of its NMID.
 */
export const nameOfAccount = (sql: Sql) => sql`
  case
    when channel.channel_type = 'QRIS' and account.account_name <> '' then
      concat_ws(' ', account.account_name, '(QRIS)', '··' || right(nullif(account.account_number, ''), 4))
    else concat_ws(' ', channel.channel_name, account.account_number)
  end
`;
