-- Beyond so many reports of one text within seconds, none is taken for a second announcement of one payment:
-- limits.announcementsMax.
create or replace function announcements_max() returns integer
language sql immutable parallel safe
return 100;
