-- Whether a merchant wants the event of a payment that has ended with this status.
create or replace function wants_event(merchant merchants, payment_status text) returns boolean
language sql immutable parallel safe
return case payment_status
  when 'PAID' then true
  when 'EXPIRED' then (merchant).sends_expired_events
  when 'CANCELLED' then (merchant).sends_cancelled_events
  else false
end;
