-- How far apart two announcements of one payment, by two apps or two phones, may be: limits.announcementSeconds.
create or replace function announcement_window() returns interval
language sql immutable parallel safe
return interval '10 seconds';
