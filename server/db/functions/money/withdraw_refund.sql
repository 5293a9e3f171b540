-- Withdraws a refund that was recorded by mistake and that no statement has proved. The payment's ledger then adds up
-- without the refund, or its transfer waits for a decision again. If the merchant's server sends the reference again,
-- owe_refund refuses it. A statement imported at the same time either proves the refund first or no longer finds it.
-- Returns null on success, otherwise an error code.
create or replace function withdraw_refund(merchant uuid, refund uuid, clock timestamptz) returns text
language plpgsql as $$
declare
  at timestamptz;
  withdrawn refunds;
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
  at := date_trunc('milliseconds', coalesce(clock, clock_timestamp()));

  delete from refunds
  where merchant_id = merchant
    and refund_id = refund
    and proved_at is null
  returning * into withdrawn;
  if not found then
    return case
      when exists (select from refunds where merchant_id = merchant and refund_id = refund) then 'refund_proved'
      else 'refund_not_found'
    end;
  end if;

  if withdrawn.payment_number is null then
    update mutations
    set decision = null,
      decided_at = null
    where merchant_id = merchant
      and mutation_number = withdrawn.mutation_number;
  else
    update payment_ledgers
    set refunded = refunded - case when withdrawn.refunded_at is null then 0 else withdrawn.amount end,
      refunds_owed = refunds_owed - case when withdrawn.refunded_at is null then withdrawn.amount else 0 end,
      kept = kept + case when withdrawn.refunded_at is null then 0 else withdrawn.amount end,
      withdrawn_references = case when withdrawn.reference is null then withdrawn_references
        else array_append(array_remove(withdrawn_references, withdrawn.reference), withdrawn.reference) end,
      changed_at = at
    where merchant_id = merchant
      and payment_number = withdrawn.payment_number;
  end if;
  return null;
end
$$;
