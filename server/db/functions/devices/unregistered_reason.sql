-- Returns null if the device belonged to the merchant when the transfer was posted, otherwise the reason why the
-- transfer pays nothing automatically. A phone can move from one merchant to another within minutes, so its clock gets
-- no tolerance beyond the second of the registration.
create or replace function unregistered_reason(registered tstzmultirange, posted_at timestamptz) returns text
language sql immutable parallel safe
return case
  when registered @> posted_at then null
  when posted_at < lower(registered) then 'before_registration'
  else 'while_unregistered'
end;
