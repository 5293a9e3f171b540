-- Returns the events that a role can get notices about: only those whose data the role can read. A cashier has only the
-- counter, and no page of notices.
create or replace function notice_events_of(role text) returns text[]
language sql immutable parallel safe
return case role
  when 'owner' then array['paid', 'unmatched', 'unsupported', 'likely_text', 'device_silent', 'webhook_failing', 'quota_low']
  when 'finance' then array['paid', 'unmatched', 'unsupported', 'likely_text', 'device_silent', 'quota_low']
  when 'viewer' then array['paid', 'unmatched', 'unsupported', 'likely_text', 'device_silent', 'quota_low']
  when 'accountant' then array['unmatched', 'unsupported']
  when 'developer' then array['device_silent', 'webhook_failing']
  else array[]::text[]
end;
