-- Ends the notices of a person who leaves the team, including those that wait. A person with a new role keeps only
-- notices about data that the role can read.
create or replace function end_notices() returns trigger
language plpgsql as $$
begin
  if new.left_at is not null then
    delete from notice_people
    where merchant_id = new.merchant_id
      and person_id = new.person_id;
    return null;
  end if;

  delete from notice_wishes
  where merchant_id = new.merchant_id
    and person_id = new.person_id
    and event <> all (notice_events_of(new.role));
  delete from notices notice
  using notice_targets target
  where target.merchant_id = new.merchant_id
    and target.person_id = new.person_id
    and notice.merchant_id = target.merchant_id
    and notice.target_id = target.target_id
    and notice.event <> all (notice_events_of(new.role))
    and notice.due_at is not null;
  return null;
end
$$;

create or replace trigger people_end_notices
  after update on people
  for each row
  when (old.role <> new.role or (old.left_at is null and new.left_at is not null))
  execute function end_notices();
