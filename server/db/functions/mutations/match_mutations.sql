-- Lets the merchant's unmatched mutations with these numbers pay the payments that they match, records the reason for
-- each, and returns what was paid. A pool has at most one PENDING payment of a total, so each mutation takes one probe
-- of payments_pending_total_key. Of two mutations of one total, the one that was posted first pays. If two statements
-- try to pay one payment, the guarded update lets one through. Callers hold the merchant's turn, its row of
-- mutation_counters, so that the second of two announcements of one transfer sees what the first has paid.
create or replace function match_mutations(
  merchant uuid, first_number bigint, last_number bigint, at timestamptz
)
returns table (mutation_number bigint, payment_code text)
language plpgsql as $$
#variable_conflict use_column
declare
  credit mutations;
  announcement mutations;
  paid record;
  why record;
  unregistered text;
  stands_for_itself boolean;
  is_doubtful boolean;
  others bigint;
begin
  for credit in
    select mutation.*
    from mutations mutation
    where mutation.merchant_id = merchant
      and mutation.mutation_number between first_number and last_number
      and mutation.matched_payment_number is null
      and mutation.decision is null
      and mutation.type_parsed = 'CREDIT'
      and coalesce(mutation.currency_parsed, 'IDR') = 'IDR'
    order by mutation.posted_at, mutation.mutation_number
  loop
    -- A statement and a phone reported one transfer: tie_late_reports and recorded_for have decided which report stands
    -- for both.
    continue when credit.announced_by_number is not null and exists (
      select from mutations other
      where other.merchant_id = merchant
        and other.mutation_number = credit.announced_by_number
        and 'statement' in (other.rule, credit.rule)
    );

    -- Most transfers have no second announcement. Finding that out costs a probe of mutations_wording and one of
    -- reports_by_kind. No transfer has more announcements than announcements_max. Beyond that number the search stops,
    -- because a device that repeats one text would make each search slower than the one before.
    announcement := null;
    is_doubtful := false;
    select count(*) into others
    from (
      select from mutations other
      where other.merchant_id = merchant
        and other.wording = credit.wording
        and other.posted_at
          between credit.posted_at - 2 * announcement_window() and credit.posted_at + 2 * announcement_window()
        and other.mutation_number <> credit.mutation_number
      limit announcements_max() + 1
    ) near_by;
    if others between 1 and announcements_max()
      or others = 0 and exists (
        select
        from reports_by_kind own
        where own.merchant_id = merchant
          and own.mutation_number = credit.mutation_number
      )
    then
      -- Read again, because an earlier turn of this loop might have changed it.
      select mutation.* into credit
      from mutations mutation
      where mutation.merchant_id = merchant
        and mutation.mutation_number = credit.mutation_number;
      announcement := find_announcement(credit);
      -- A team member who has separated two reports has ended the doubt.
      if announcement.mutation_number is null and credit.separated_from_number is null then
        is_doubtful := (find_late_proof(credit)).is_doubtful;
      end if;
    end if;

    select unregistered_reason(device.registered, credit.posted_at) into unregistered
    from devices device
    where device.merchant_id = merchant
      and device.device_id = credit.device_id;

    -- A team member's decision about the other announcement holds for this one too.
    if unregistered is null and not is_doubtful and announcement.matched_payment_number is null and announcement.decision is null then
      select claimed.* into paid
      from pay_pending(
        at,
        array(
          select row(merchant, pending.payment_number, credit.mutation_id, false, credit.window_ends_at)::payment_claim
          from payments pending
          where pending.merchant_id = merchant
            and pending.pool_id = credit.pool_id
            and pending.payment_total = credit.amount_parsed
            and pending.payment_status = 'PENDING'
        )
      ) claimed;

      if found then
        update mutations mutation
        set matched_payment_number = paid.payment_number,
          match_reason = 'matched',
          candidate_payment_number = null,
          announced_by_number = null,
          judged_at = at
        where mutation.merchant_id = merchant
          and mutation.mutation_number = credit.mutation_number;
        if announcement.mutation_number is not null then
          perform stand_for_announcement(credit, announcement);
        end if;

        mutation_number := credit.mutation_number;
        payment_code := paid.payment_code;
        return next;
        continue;
      end if;
    end if;

    -- If neither of two announcements paid, the first stands for both, unless only the second one's app has an account,
    -- or only the second one's phone belonged to the merchant.
    if announcement.mutation_number is null and credit.pool_id is not null and credit.rule <> 'statement' then
      announcement := recorded_for(credit);
    end if;

    select * into why from explain_unmatched(credit, at);
    stands_for_itself := announcement.mutation_number is null
      or (
        announcement.decision is null
        and (
          announcement.match_reason = 'no_account' and why.reason <> 'no_account'
          or announcement.match_reason in ('before_registration', 'while_unregistered') and unregistered is null
        )
      );
    if not stands_for_itself then
      why.reason := 'announced_twice';
      why.candidate_number := null;
    end if;

    -- The mutation was recorded as no_such_total or no_account. If that reason still holds, there is nothing to write.
    update mutations mutation
    set match_reason = why.reason,
      candidate_payment_number = why.candidate_number,
      announced_by_number = case when not stands_for_itself then announcement.mutation_number end,
      judged_at = at
    where mutation.merchant_id = merchant
      and mutation.mutation_number = credit.mutation_number
      and (mutation.match_reason, mutation.candidate_payment_number)
        is distinct from (why.reason, why.candidate_number);
    if stands_for_itself and announcement.mutation_number is not null then
      perform stand_for_announcement(credit, announcement);
    end if;
  end loop;
end
$$;
