-- Returns the reason why an unmatched credit paid nothing, and the payment that the reason is about, if any. The search
-- takes at most five index probes, one more for each payment that had the total, and two more if that payment has
-- expired.
create or replace function explain_unmatched(
  credit mutations, at timestamptz, out reason text, out candidate_number bigint
)
language plpgsql stable as $$
declare
  pending record;
  released record;
  former record;
  follow_up_number bigint;
begin
  select unregistered_reason(device.registered, credit.posted_at) into reason
  from devices device
  where device.merchant_id = credit.merchant_id
    and device.device_id = credit.device_id;
  if reason is not null then
    return;
  end if;

  if credit.pool_id is null then
    reason := 'no_account';
    return;
  end if;

  select payment_number, payment_expired_at <= at and payment_updated_at <= credit.window_ends_at as is_overdue
  into pending
  from payments
  where merchant_id = credit.merchant_id
    and pool_id = credit.pool_id
    and payment_total = credit.amount_parsed
    and payment_status = 'PENDING';
  if pending.is_overdue then
    reason := 'late_payment';
    candidate_number := pending.payment_number;
    return;
  end if;

  -- Of the invoices that had this total, the one that had it last.
  select payment_number, payment_status, released_at, is_manual_match and matched_mutation_id is null as is_on_trust
  into released
  from payments payment
  where merchant_id = credit.merchant_id
    and pool_id = credit.pool_id
    and payment_total = credit.amount_parsed
    and released_at > at - late_payment_window()
    and asked_since(payment) <= credit.window_ends_at
  order by released_at desc
  limit 1;
  select payment_number, released_at into former
  from former_choices
  where merchant_id = credit.merchant_id
    and pool_id = credit.pool_id
    and payment_total = credit.amount_parsed
    and released_at > at - late_payment_window()
    and offered_at <= credit.window_ends_at
  order by released_at desc
  limit 1;
  if former.released_at > coalesce(released.released_at, '-infinity') then
    reason := 'former_choice';
    candidate_number := former.payment_number;
    return;
  end if;

  if released.payment_status = 'EXPIRED' then
    -- Another transfer has paid the invoice; this might be a second report of that transfer.
    select payment_number into follow_up_number
    from paid_follow_ups(credit.merchant_id, released.payment_number)
    limit 1;
  end if;
  if released.payment_number is not null then
    reason := case
      when released.is_on_trust then 'paid_by_hand'
      when released.payment_status = 'PAID' or follow_up_number is not null then 'second_payment'
      else 'late_payment'
    end;
    candidate_number := coalesce(follow_up_number, released.payment_number);
    return;
  end if;

  reason := case when pending.payment_number is null then 'no_such_total' else 'before_invoice' end;
  candidate_number := pending.payment_number;
end
$$;
