-- Records that an owed refund was sent: when, to whom, and which team member says so. Returns null on success,
-- otherwise an error code. A repeated call returns done_already.
create or replace function send_refund(
  merchant uuid, refund uuid, sent_at timestamptz, sent_to text, person uuid, clock timestamptz
) returns text
language plpgsql as $$
declare
  owed refunds;
begin
  perform from mutation_counters where merchant_id = merchant for update;
  perform from payments
  where merchant_id = merchant
    and payment_number = (
      select payment_number from refunds
      where merchant_id = merchant
        and refund_id = refund
    )
  for update;
  select * into owed
  from refunds
  where merchant_id = merchant
    and refund_id = refund;
  if owed.refund_id is null then
    return 'refund_not_found';
  end if;
  if owed.refunded_at is not null then
    return case when owed.recipient = sent_to then 'done_already' else 'refund_sent' end;
  end if;

  update refunds
  set refunded_at = sent_at,
    recipient = sent_to,
    made_by = person
  where merchant_id = merchant
    and refund_id = refund;
  update payment_ledgers
  set refunded = refunded + owed.amount,
    refunds_owed = refunds_owed - owed.amount,
    kept = kept - owed.amount,
    changed_at = date_trunc('milliseconds', coalesce(clock, clock_timestamp()))
  where merchant_id = merchant
    and payment_number = owed.payment_number;
  return null;
end
$$;
