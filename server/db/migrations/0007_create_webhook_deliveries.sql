-- Webhooks that are owed. A row is written by the statement that changes the payment, so that neither can be lost
-- without the other.

create table webhook_deliveries (
  merchant_id uuid not null,
  -- The webhook-id header: the same on every attempt.
  delivery_id text not null,
  payment_number bigint not null,
  event_type text not null
    check (event_type in ('payment.paid', 'payment.expired', 'payment.cancelled')),
  url text not null,
  -- Written once, before the first attempt, and sent byte for byte ever after. text, because jsonb reorders keys.
  body text,
  delivery_status text not null default 'PENDING'
    check (delivery_status in ('PENDING', 'RETRYING', 'SUCCESS', 'FAILED')),
  attempt_count integer not null default 0,
  -- Attempts of the schedule, without those that were made by hand.
  scheduled_count integer not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz,
  -- Whoever holds the token may attempt; a token that has run out can be taken over.
  lease_token uuid,
  lease_until timestamptz,
  primary key (merchant_id, delivery_id),
  foreign key (merchant_id, payment_number) references payments,
  constraint webhook_deliveries_event_key unique (merchant_id, payment_number, event_type),
  constraint webhook_deliveries_open_has_next_attempt
    check ((delivery_status in ('PENDING', 'RETRYING')) = (next_attempt_at is not null))
);

-- By merchant first, so that one merchant's backlog is never in the way of another's due deliveries.
create index webhook_deliveries_due on webhook_deliveries (merchant_id, next_attempt_at)
  where next_attempt_at is not null;

-- When a sleeping sender must look again: at the next retry, or when a dead sender's lease runs out.
create index webhook_deliveries_next_attempt on webhook_deliveries (next_attempt_at)
  where next_attempt_at is not null;
create index webhook_deliveries_lease on webhook_deliveries (lease_until)
  where lease_until is not null;

create table webhook_attempts (
  merchant_id uuid not null,
  delivery_id text not null,
  attempt_number integer not null,
  is_manual boolean not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  http_status integer,
  error_code text,
  -- The first bytes of the receiver's answer, as text.
  response_head text,
  primary key (merchant_id, delivery_id, attempt_number),
  foreign key (merchant_id, delivery_id) references webhook_deliveries
);

-- One home for "a final status owes a webhook", whichever statement brought it about: a Worker's report, a manual match,
-- a cancel, the expiry job.
create function owe_webhooks() returns trigger
language plpgsql as $$
begin
  insert into webhook_deliveries
    (merchant_id, delivery_id, payment_number, event_type, url, created_at, next_attempt_at)
  select
    changed.merchant_id,
    'msg_' || replace(gen_random_uuid()::text, '-', ''),
    changed.payment_number,
    'payment.' || lower(changed.payment_status),
    coalesce(changed.payment_webhook_url, merchant.webhook_url),
    changed.payment_updated_at,
    changed.payment_updated_at
  from changed
  join merchants merchant using (merchant_id)
  where coalesce(changed.payment_webhook_url, merchant.webhook_url) is not null
    and case changed.payment_status
      when 'PAID' then true
      when 'EXPIRED' then merchant.sends_expired_events
      when 'CANCELLED' then merchant.sends_cancelled_events
      else false
    end;
  return null;
end
$$;

create trigger payments_owe_webhooks
  after update on payments
  referencing new table as changed
  for each statement
  execute function owe_webhooks();
