-- "What changed since then" reads these indexes and not the history. A payment enters its index when it ends, and a transfer
-- when it is judged again, so that neither a create nor a report pays for them.
create index payments_changed on payments (merchant_id, payment_status, payment_updated_at, payment_number)
  where released_at is not null;
create index mutations_changed on mutations (merchant_id, judged_at, mutation_number)
  where judged_at > created_at;
