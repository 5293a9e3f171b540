-- Records a transfer that a person has confirmed, as unmatched, so that match_payment can pay with it. The transfer
-- must not pay automatically, because a person's decision is a manual match. Returns null if the transfer is known
-- already.
create or replace function record_confirmed_transfer(given json, clock timestamptz)
returns uuid
language plpgsql as $$
#variable_conflict use_column
declare
  transfer reported_transfer := json_populate_record(null::reported_transfer, given);
  at timestamptz;
  next_number bigint;
  recorded mutations;
  announcement mutations;
begin
  select mutation_count + 1 into next_number
  from mutation_counters
  where merchant_id = transfer.merchant_id
  for update;

  at := date_trunc('milliseconds', coalesce(clock, clock_timestamp()));

  insert into mutations (
    merchant_id, mutation_number, mutation_id, device_id, identity, package_name, app_name, app_version, title, body,
    posted_at, amount_parsed, sender_parsed, type_parsed, currency_parsed, rule, wording, pool_id, created_at,
    window_ends_at, judged_at, match_reason
  )
  select
    transfer.merchant_id, next_number, transfer.mutation_id, transfer.device_id, transfer.identity,
    transfer.package_name, transfer.app_name, transfer.app_version, transfer.title, transfer.body,
    transfer.posted_at, transfer.amount_parsed, transfer.sender_parsed, transfer.type_parsed,
    transfer.currency_parsed, transfer.rule, transfer.wording,
    case device.source_kind
      when 'mailbox'
        then watched_pool(transfer.merchant_id, transfer.device_id, transfer.package_name, transfer.account_id)
      else (
        select pool_id
        from matching_pools
        where merchant_id = transfer.merchant_id
          and package_name = lower(transfer.package_name)
          and (device_id = transfer.device_id or device_id is null)
        order by device_id nulls last
        limit 1
      )
    end,
    at, least(transfer.posted_at, at) + posting_tolerance(), at, 'no_such_total'
  from devices device
  where device.merchant_id = transfer.merchant_id
    and device.device_id = transfer.device_id
    and not exists (
      select from mutations known
      where known.merchant_id = transfer.merchant_id
        and known.device_id = transfer.device_id
        and known.identity = transfer.identity
    )
  returning * into recorded;
  if not found then
    return null;
  end if;

  update mutation_counters set mutation_count = next_number where merchant_id = transfer.merchant_id;

  insert into reports_by_kind (merchant_id, mutation_number, source_kind, pool_id, amount_parsed, posted_at)
  select
    recorded.merchant_id, recorded.mutation_number, device.source_kind, recorded.pool_id, recorded.amount_parsed,
    recorded.posted_at
  from devices device
  where device.merchant_id = recorded.merchant_id
    and device.device_id = recorded.device_id
    and device.source_kind in ('phone', 'mailbox')
    and not device.is_simulated
    and recorded.type_parsed = 'CREDIT'
    and coalesce(recorded.currency_parsed, 'IDR') = 'IDR'
    and recorded.pool_id is not null
    and recorded.amount_parsed > 0
    and exists (
      select from devices mailbox
      where mailbox.merchant_id = recorded.merchant_id
        and mailbox.source_kind = 'mailbox'
    );

  -- Another source might have reported the same money, and a person might have confirmed that report already.
  announcement := find_announcement(recorded);
  if announcement.mutation_number is not null then
    update mutations
    set match_reason = 'announced_twice',
      announced_by_number = announcement.mutation_number
    where merchant_id = recorded.merchant_id
      and mutation_number = recorded.mutation_number;
  end if;
  return transfer.mutation_id;
end
$$;
