-- Records that a merchant owes a refund of a payment, under the reference from the merchant's server, or gives that
-- reference to the refund `recorded`, which a team member recorded. Returns null on success, otherwise an error code;
-- callers roll back after an error. A repeated reference for the same money returns done_already. Requests take turns,
-- because each holds the merchant's turn. A team member who withdraws a refund decides that it is not owed, so its
-- reference cannot owe money again. It can still be given to a refund that a team member recorded, because that refund
-- is sent already.
create or replace function owe_refund(
  merchant uuid, code text, refund refund_request, called text, recorded uuid, clock timestamptz
) returns text
language plpgsql as $$
declare
  earlier refunds;
  chosen bigint;
  is_withdrawn boolean;
  error text;
begin
  perform from mutation_counters where merchant_id = merchant for update;
  select payment_number into chosen
  from payments
  where merchant_id = merchant
    and payment_code = code;
  select * into earlier
  from refunds
  where merchant_id = merchant
    and reference = called;
  if chosen is not null and earlier.refund_id is not null then
    return case
      when earlier.payment_number = chosen
        and earlier.amount = refund.amount
        and coalesce(recorded, earlier.refund_id) = earlier.refund_id
      then 'done_already'
      else 'reference_used'
    end;
  end if;

  select called = any(withdrawn_references) into is_withdrawn
  from payment_ledgers
  where merchant_id = merchant
    and payment_number = chosen;
  if recorded is not null then
    update refunds
    set reference = called
    where merchant_id = merchant
      and refund_id = recorded
      and payment_number = chosen
      and amount = refund.amount
      and reference is null;
    return case
      when chosen is null then 'payment_not_found'
      when found then null
      when is_withdrawn then 'refund_withdrawn'
      else 'reference_used'
    end;
  end if;
  if is_withdrawn then
    return 'refund_withdrawn';
  end if;

  error := refund_payment(merchant, code, refund, clock);
  if error is null then
    update refunds
    set reference = called
    where merchant_id = merchant
      and refund_id = refund.refund_id;
  end if;
  return error;
end
$$;
