-- How far apart two apps' announcements of one payment may be: limits.announcementSeconds.
create or replace function announcement_window() returns interval
language sql immutable parallel safe
return interval '10 seconds';
