create or replace function note_ended_payments() returns trigger
language plpgsql as $$
begin
  insert into ended_payments (
    merchant_id, ended_at, payment_status, payment_total, is_manual_match, waited_seconds, account_id, mutation_id
  )
  select
    merchant_id, payment_updated_at, payment_status, payment_total, is_manual_match,
    case when payment_status = 'PAID' then extract(epoch from payment_updated_at - created_at) end,
    account_id, matched_mutation_id
  from changed
  where payment_status <> 'PENDING';
  return null;
end
$$;

create or replace trigger payments_note_ended
  after update on payments
  referencing new table as changed
  for each statement
  execute function note_ended_payments();
