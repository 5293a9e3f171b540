-- Final states are final (specification, 3.1).
create or replace function refuse_leaving_final_status() returns trigger
language plpgsql as $$
begin
  raise exception 'payment % is %, which is final', old.payment_code, old.payment_status
    using errcode = 'integrity_constraint_violation', constraint = 'payments_final_status_is_final';
end
$$;

create or replace trigger payments_final_status_is_final
  before update on payments
  for each row
  when (old.payment_status <> 'PENDING')
  execute function refuse_leaving_final_status();
