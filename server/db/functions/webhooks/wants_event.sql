-- Returns whether a merchant switched on the event for a payment that ended with this status.
create or replace function wants_event(merchant merchants, payment_status text) returns boolean
language sql immutable parallel safe
return case payment_status
  when 'PAID' then true
  when 'EXPIRED' then (merchant).sends_expired_events
  when 'CANCELLED' then (merchant).sends_cancelled_events
  else false
end;
