-- The trigger writes webhooks, notices and receipts, and its name says so. A new database has neither yet.
do $$
begin
  if to_regprocedure('owe_webhooks()') is not null then
    alter function owe_webhooks() rename to owe_messages;
    alter trigger payments_owe_webhooks on payments rename to payments_owe_messages;
  end if;
end
$$;
