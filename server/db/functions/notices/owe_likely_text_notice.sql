-- Writes the notices about an unreadable notification that names the total of a pending invoice. Phones post a text
-- again with a new time, so the subject is the invoice and the words: each text gets one notice.
create or replace function owe_likely_text_notice() returns trigger
language plpgsql as $$
begin
  perform owe_notices(
    new.merchant_id,
    'likely_text',
    payment.payment_id || ' ' || md5(coalesce(
      nullif(new.notification->>'big_text', ''), nullif(new.notification->>'body', ''), new.notification->>'title', ''
    )),
    json_build_object(
      'payment_code', payment.payment_code,
      'payment_total', payment.payment_total,
      'customer_name', payment.customer_name
    ),
    new.received_at
  )
  from payments payment
  where payment.merchant_id = new.merchant_id
    and payment.payment_number = new.candidate_payment_number;
  return null;
end
$$;

create or replace trigger unread_notifications_owe_notice
  after insert on unread_notifications
  for each row
  when (new.candidate_payment_number is not null)
  execute function owe_likely_text_notice();
