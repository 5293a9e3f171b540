-- Writes a notice for each channel on which a person wants this event. Call the function in the statement that causes
-- the event. The key prevents a second notice to a person about one subject on one channel.
create or replace function owe_notices(of_merchant uuid, of_event text, of_subject text, facts json, at timestamptz)
returns void
language sql as $$
  insert into notices (merchant_id, target_id, event, subject, facts, created_at, due_at)
  select target.merchant_id, target.target_id, of_event, of_subject, facts, at, at
  from notice_wishes wish
  join notice_targets target using (merchant_id, person_id, channel)
  where wish.merchant_id = of_merchant
    and wish.event = of_event
    and target.broken_at is null
  on conflict do nothing;
$$;
