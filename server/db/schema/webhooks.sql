-- Webhooks that have to be sent, and every attempt to deliver them. A delivery is written by the statement that changes
-- the payment or the device, so that neither can be lost without the other.

create table webhook_deliveries (
  merchant_id uuid not null,
  -- The webhook-id header: the same on every attempt.
  delivery_id text not null,
  payment_number bigint,
  event_type text not null,
  url text not null,
  -- Written once, before the first attempt, and sent byte for byte on every attempt. It is text, because jsonb reorders
  -- keys.
  body text,
  delivery_status text not null default 'PENDING'
    check (delivery_status in ('PENDING', 'RETRYING', 'SUCCESS', 'FAILED')),
  attempt_count integer not null default 0,
  -- Attempts of the schedule, without attempts by hand.
  scheduled_count integer not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz,
  -- The holder of the token can attempt. When the lease has expired, another sender can take it over.
  lease_token uuid,
  lease_until timestamptz,
  device_id uuid,
  -- How many old attempts were deleted from webhook_attempts.
  forgotten_attempt_count integer not null default 0,
  -- The payment whose ledger has changed, for an event that tells of that. It is apart from payment_number, because a
  -- payment ends once and its ledger changes often. No foreign key checks it, which every delivery would pay for: the
  -- trigger of the ledger writes it.
  ledger_payment_number bigint,
  primary key (merchant_id, delivery_id),
  foreign key (merchant_id, payment_number) references payments,
  foreign key (merchant_id, device_id) references devices,
  constraint webhook_deliveries_event_key unique (merchant_id, payment_number, event_type),
  constraint webhook_deliveries_open_has_next_attempt
    check ((delivery_status in ('PENDING', 'RETRYING')) = (next_attempt_at is not null)),
  -- An event is about a payment's end, its ledger or a device. webhook.test is about none of them: a merchant sends it
  -- by hand to try an address.
  constraint webhook_deliveries_event_names_its_subject check (
    case
      when event_type in ('payment.paid', 'payment.expired', 'payment.cancelled')
        then payment_number is not null and device_id is null
      when event_type in ('payment.part_received', 'payment.underpaid', 'payment.overpaid', 'payment.refunded')
        then payment_number is null and device_id is null and ledger_payment_number is not null and body is not null
      when event_type in ('device.offline', 'device.online')
        then payment_number is null and device_id is not null
      when event_type = 'webhook.test'
        then payment_number is null and device_id is null and body is not null
      else false
    end
  )
);

-- By merchant first, so that one merchant's backlog never delays another's due deliveries.
create index webhook_deliveries_due on webhook_deliveries (merchant_id, next_attempt_at)
  where next_attempt_at is not null;

-- When a sleeping sender must look again: at the next retry, or when a dead sender's lease expires.
create index webhook_deliveries_next_attempt on webhook_deliveries (next_attempt_at)
  where next_attempt_at is not null;
create index webhook_deliveries_lease on webhook_deliveries (lease_until)
  where lease_until is not null;

create index webhook_deliveries_of_devices on webhook_deliveries (merchant_id, created_at)
  where device_id is not null;

create index webhook_deliveries_of_ledgers on webhook_deliveries (merchant_id, ledger_payment_number)
  where ledger_payment_number is not null;
create index webhook_deliveries_of_differences on webhook_deliveries (merchant_id, created_at)
  where ledger_payment_number is not null;

-- Pages of the log, of one status or of all, with one probe for each status.
create index webhook_deliveries_log
  on webhook_deliveries (merchant_id, delivery_status, created_at, delivery_id);

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
  -- The headers of the answer to an attempt that failed or that a person asked for, one in each line. Those of all
  -- others would be most of the table, and nobody looks at them.
  response_headers text,
  primary key (merchant_id, delivery_id, attempt_number),
  foreign key (merchant_id, delivery_id) references webhook_deliveries
);

create index webhook_attempts_started_at on webhook_attempts (started_at);
