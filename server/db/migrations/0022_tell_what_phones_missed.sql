-- A phone whose queue was damaged, or that was restarted and not unlocked, looked well afterwards. Now it says so with its
-- heartbeat, and its merchant is told what to compare.
alter table devices
  add column queue_damaged_at timestamptz,
  add column restarted_at timestamptz,
  add column heard_again_at timestamptz,
  add constraint devices_restart_has_end
    check ((restarted_at is null) = (heard_again_at is null) and restarted_at <= heard_again_at);
