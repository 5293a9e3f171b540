-- A device's silence counts only while there was somebody to hear it: neither a stopped server nor a database that was
-- away says anything about a phone.

create table device_watch (
  -- The only row.
  is_only boolean primary key default true check (is_only),
  listening_since timestamptz not null,
  listened_at timestamptz not null check (listened_at >= listening_since)
);
