-- How far apart two apps or two phones may announce one payment: limits.announcementSeconds.
create or replace function announcement_window() returns interval
language sql immutable parallel safe
return interval '10 seconds';
