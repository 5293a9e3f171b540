-- Returns the reason why a transfer that was posted at this time pays nothing by itself, or null if its device belonged to
-- the merchant then. A phone that moves from one merchant to another within minutes is what this is about, so there is no
-- tolerance for its clock but the second of the registration.
create or replace function unregistered_reason(registered tstzmultirange, posted_at timestamptz) returns text
language sql immutable parallel safe
return case
  when registered @> posted_at then null
  when posted_at < lower(registered) then 'before_registration'
  else 'while_unregistered'
end;
