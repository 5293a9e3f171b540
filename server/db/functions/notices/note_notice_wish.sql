-- Maintains notice_marks, which tells the job for unmatched money which merchants to search and from which mutation on.
create or replace function note_notice_wish() returns trigger
language plpgsql as $$
declare
  wish notice_wishes := coalesce(new, old);
begin
  -- Two people of one merchant take turns, so that the second sees the first one's choices.
  perform from merchants where merchant_id = wish.merchant_id for no key update;

  if tg_op = 'INSERT' then
    -- Notices begin with later transfers.
    insert into notice_marks (merchant_id, mutation_number)
    select merchant_id, mutation_count from mutation_counters
    where merchant_id = wish.merchant_id
    on conflict do nothing;
  else
    delete from notice_marks mark
    where mark.merchant_id = wish.merchant_id
      and not exists (
        select from notice_wishes other
        where other.merchant_id = wish.merchant_id
          and other.event = 'unmatched'
      );
  end if;
  return null;
end
$$;

create or replace trigger notice_wishes_note_added
  after insert on notice_wishes
  for each row
  when (new.event = 'unmatched')
  execute function note_notice_wish();

create or replace trigger notice_wishes_note_removed
  after delete on notice_wishes
  for each row
  when (old.event = 'unmatched')
  execute function note_notice_wish();
