-- Webhooks to send, and every attempt to deliver them. The statement that changes a payment or a device also writes the
-- delivery, so that neither can be lost without the other.

create table webhook_deliveries (
  merchant_id uuid not null,
  -- The webhook-id header: the same on every attempt.
  delivery_id text not null,
  payment_number bigint,
  event_type text not null,
  url text not null,
  -- Written once, before the first attempt, and sent byte for byte on every attempt. The type is text, because jsonb
  -- reorders keys.
  body text,
  delivery_status text not null default 'PENDING'
    check (delivery_status in ('PENDING', 'RETRYING', 'SUCCESS', 'FAILED')),
  attempt_count integer not null default 0,
  -- Scheduled attempts; manual ones do not count.
  scheduled_count integer not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz,
  -- The holder of the token can attempt. When the lease has expired, another sender can take it over.
  lease_token uuid,
  lease_until timestamptz,
  device_id uuid,
  -- The number of old attempts deleted from webhook_attempts.
  forgotten_attempt_count integer not null default 0,
  -- For an event about a ledger: the payment whose ledger changed. The column is separate from payment_number, because
  -- a payment ends once and its ledger changes often. The column has no foreign key, because every delivery would pay
  -- for the check and only the ledger's trigger writes the column.
  ledger_payment_number bigint,
  primary key (merchant_id, delivery_id),
  foreign key (merchant_id, payment_number) references payments,
  foreign key (merchant_id, device_id) references devices,
  constraint webhook_deliveries_event_key unique (merchant_id, payment_number, event_type),
  constraint webhook_deliveries_open_has_next_attempt
    check ((delivery_status in ('PENDING', 'RETRYING')) = (next_attempt_at is not null)),
  -- An event is about a payment's end, its ledger or a device. webhook.test is about none of them: a merchant sends it
  -- to test an address.
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

-- The merchant comes first, so that one merchant's backlog never delays another's deliveries.
create index webhook_deliveries_due on webhook_deliveries (merchant_id, next_attempt_at)
  where next_attempt_at is not null;

-- For the time at which a sleeping sender must look again: the next retry, or the end of a dead sender's lease.
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

-- For pages of the log, of one status or of all. A page takes one probe for each status.
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
  -- The first bytes of the response's body, as text.
  response_head text,
  -- The response's headers, one on each line, of an attempt that failed or that a person requested. Other attempts keep
  -- no headers, which would fill most of the table unread.
  response_headers text,
  primary key (merchant_id, delivery_id, attempt_number),
  foreign key (merchant_id, delivery_id) references webhook_deliveries
);

create index webhook_attempts_started_at on webhook_attempts (started_at);
