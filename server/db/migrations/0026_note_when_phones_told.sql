-- A phone without network reports a damaged queue or a restart late, and only once. The dashboard showed either for a day
-- after it happened, so a late report was never shown. That day now begins when the phone reports it.
alter table devices
  add column queue_damage_told_at timestamptz,
  add column restart_told_at timestamptz;
update devices
set queue_damage_told_at = queue_damaged_at, restart_told_at = heard_again_at
where queue_damaged_at is not null or restarted_at is not null;
alter table devices
  add constraint devices_misses_are_told
    check (
      (queue_damaged_at is null) = (queue_damage_told_at is null)
      and (restarted_at is null) = (restart_told_at is null)
    );
