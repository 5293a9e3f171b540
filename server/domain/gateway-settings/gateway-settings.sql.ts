import type { SettingName } from "../../contract/dashboard/gateway-settings.ts";
import type { Sql } from "../../db/client.ts";

export function selectSettings(
  sql: Sql,
): Promise<{ setting_name: SettingName; sealed_value: Buffer }[]> {
  return sql<{ setting_name: SettingName; sealed_value: Buffer }[]>`
    select setting_name, sealed_value
    from gateway_settings
  `;
}

/** Returns whether a merchant that is not an operator has signed up. */
export async function selectHasStrangers(sql: Sql): Promise<boolean> {
  const rows = await sql`select from merchants where has_signed_up and not is_operator limit 1`;
  return rows.length > 0;
}

/** Selects and locks the setting, if it exists. Of two concurrent changes, the later one sees the earlier one. */
export async function selectSettingToChange(
  sql: Sql,
  setting_name: SettingName,
): Promise<Buffer | undefined> {
  const [row] = await sql<{ sealed_value: Buffer }[]>`
    select sealed_value
    from gateway_settings
    where setting_name = ${setting_name}
    for update
  `;
  return row?.sealed_value;
}

export async function upsertSetting(
  sql: Sql,
  setting: {
    setting_name: SettingName;
    sealed_value: Buffer;
    merchant_id: string;
    at: Date | null;
  },
): Promise<void> {
  await sql`
    insert into gateway_settings (setting_name, sealed_value, merchant_id, changed_at)
    values (
      ${setting.setting_name},
      ${setting.sealed_value},
      ${setting.merchant_id},
      coalesce(${setting.at}, now())
    )
    on conflict (setting_name) do update
    set sealed_value = excluded.sealed_value,
      merchant_id = excluded.merchant_id,
      changed_at = excluded.changed_at
  `;
}

export async function updateSetting(
  sql: Sql,
  { setting_name, sealed_value }: { setting_name: SettingName; sealed_value: Buffer },
): Promise<void> {
  await sql`
    update gateway_settings
    set sealed_value = ${sealed_value}
    where setting_name = ${setting_name}
  `;
}

/** Returns whether the setting existed. */
export async function deleteSetting(sql: Sql, setting_name: SettingName): Promise<boolean> {
  const result = await sql`
    delete from gateway_settings
    where setting_name = ${setting_name}
  `;
  return result.count === 1;
}
