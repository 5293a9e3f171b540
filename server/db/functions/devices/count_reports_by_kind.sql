-- A merchant's first mailbox can report transfers that a phone reported shortly before. Afterwards, record_transfers
-- writes the rows. The merchant's turn excludes a report that does not see the mailbox yet.
create or replace function count_reports_by_kind() returns trigger
language plpgsql as $$
begin
  perform from mutation_counters where merchant_id = new.merchant_id for update;
  insert into reports_by_kind (merchant_id, mutation_number, source_kind, pool_id, amount_parsed, posted_at)
  select
    mutation.merchant_id, mutation.mutation_number, device.source_kind, mutation.pool_id, mutation.amount_parsed,
    mutation.posted_at
  from (
    select *
    from mutations
    where merchant_id = new.merchant_id
    order by mutation_number desc
    limit 10 * announcements_max()
  ) mutation
  join devices device using (merchant_id, device_id)
  where mutation.posted_at > new.created_at - 2 * proof_window()
    and mutation.type_parsed = 'CREDIT'
    and coalesce(mutation.currency_parsed, 'IDR') = 'IDR'
    and mutation.pool_id is not null
    and mutation.amount_parsed > 0
    and device.source_kind = 'phone'
    and not device.is_simulated
  on conflict do nothing;
  return null;
end
$$;

create or replace trigger devices_count_reports_by_kind
  after insert on devices
  for each row
  when (new.source_kind = 'mailbox')
  execute function count_reports_by_kind();
