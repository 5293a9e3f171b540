-- The only statement that ends a PENDING payment without money. Every caller gets the same rule: a payment becomes
-- CANCELLED only before its deadline, and EXPIRED only from its deadline on. This call did not end a payment that is
-- missing from the result.
create or replace function end_pending(
  merchants uuid[], numbers bigint[], final_status text, clock timestamptz
)
returns table (merchant_id uuid, payment_number bigint, payment_code text)
language plpgsql rows 10 as $$
#variable_conflict use_column
declare
  at timestamptz := date_trunc('milliseconds', coalesce(clock, clock_timestamp()));
begin
  -- An expiry happens at the deadline but can be recorded much later. The list of events is in order of recording, so
  -- owe_messages reads that time from this setting.
  if final_status = 'EXPIRED' then
    perform set_config('tepat.expiry_recorded_at', at::text, true);
  end if;
  return query
  update payments pending
  set payment_status = final_status,
    payment_updated_at = case final_status
      when 'EXPIRED' then pending.payment_expired_at
      -- Never before its creation or its last choice, in case the database's clock was set back in between.
      else greatest(at, pending.payment_updated_at)
    end,
    released_at = case final_status
      when 'EXPIRED' then pending.payment_expired_at
      -- Never before its creation or its last choice, in case the database's clock was set back in between.
      else greatest(at, pending.payment_updated_at)
    end
  from unnest(merchants, numbers) named (merchant_id, payment_number)
  where pending.merchant_id = named.merchant_id
    and pending.payment_number = named.payment_number
    and pending.payment_status = 'PENDING'
    and (pending.payment_expired_at <= at) = (final_status = 'EXPIRED')
  returning pending.merchant_id, pending.payment_number, pending.payment_code;
end
$$;
