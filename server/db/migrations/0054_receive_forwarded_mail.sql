-- Emails can also be forwarded to an address of the gateway's own, so a mailbox need not be one to which Tepat signs in.
alter table mailboxes
  add column forwarding_name text,
  add column confirmation_code text,
  add column confirmation_link text,
  add column confirmation_at timestamptz,
  alter column login drop not null,
  alter column host drop not null,
  alter column port drop not null,
  alter column uid_validity drop not null,
  alter column last_uid drop not null,
  drop constraint mailboxes_waiting_have_password,
  add constraint mailboxes_waiting_are_connected
    check (next_try_at is null or sealed_password is not null or forwarding_name is not null),
  add constraint mailboxes_have_one_form check (
    (host is null) = (login is null)
    and (host is null) = (port is null)
    and (host is null) = (uid_validity is null)
    and (host is null) = (last_uid is null)
    and (host is null or forwarding_name is null)
    and (host is not null or sealed_password is null)
  );

create unique index mailboxes_forwarding_name_key on mailboxes (forwarding_name);
create unique index mailboxes_forwarded_address_key on mailboxes (merchant_id, address)
  where forwarding_name is not null;
