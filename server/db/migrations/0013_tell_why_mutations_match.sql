-- Every mutation says why it paid a payment or did not, and a payment that two apps of one phone announced pays once.

alter table mutations
  -- In words in contract/mutation-reasons.ts.
  add column match_reason text check (
    match_reason in (
      'matched', 'matched_by_hand', 'debit', 'foreign_currency', 'no_account', 'announced_twice', 'late_payment',
      'second_payment', 'paid_by_hand', 'before_invoice', 'no_such_total'
    )
  ),
  -- The payment that the reason is about, where it did not pay it.
  add column candidate_payment_number bigint,
  -- The window that applied: a payment had to be created by window_ends_at and have its deadline after judged_at.
  add column window_ends_at timestamptz,
  add column judged_at timestamptz,
  -- The first 8 bytes of SHA-256 of what the text says, however an app writes it; null where no twin is looked for.
  add column wording bytea,
  -- The mutation that stands for both, when another app of the phone announced the same payment.
  add column announced_by_number bigint;

-- How long after its end a payment is still named by a transfer of its total: limits.latePaymentDays.
create function late_payment_window() returns interval
language sql immutable parallel safe
return interval '7 days';

-- How far apart two apps' announcements of one payment may be: limits.announcementSeconds.
create function announcement_window() returns interval
language sql immutable parallel safe
return interval '10 seconds';

-- Why an unmatched credit found nothing to pay, and the payment that it names all the same. Three index probes at most.
create function explain_unmatched(
  credit mutations, at timestamptz, out reason text, out candidate_number bigint
)
language plpgsql stable as $$
declare
  pending record;
  released record;
begin
  if credit.pool_id is null then
    reason := 'no_account';
    return;
  end if;

  select payment_number, payment_expired_at <= at and created_at <= credit.window_ends_at as is_overdue into pending
  from payments
  where merchant_id = credit.merchant_id
    and pool_id = credit.pool_id
    and payment_total = credit.amount_parsed
    and payment_status = 'PENDING';
  if pending.is_overdue then
    reason := 'late_payment';
    candidate_number := pending.payment_number;
    return;
  end if;

  select payment_number, payment_status, is_manual_match and matched_mutation_id is null as is_on_trust into released
  from payments
  where merchant_id = credit.merchant_id
    and pool_id = credit.pool_id
    and payment_total = credit.amount_parsed
    and released_at > at - late_payment_window()
    and created_at <= credit.window_ends_at
  order by released_at desc
  limit 1;
  if released.payment_number is not null then
    reason := case
      when released.is_on_trust then 'paid_by_hand'
      when released.payment_status = 'PAID' then 'second_payment'
      else 'late_payment'
    end;
    candidate_number := released.payment_number;
    return;
  end if;

  reason := case when pending.payment_number is null then 'no_such_total' else 'before_invoice' end;
  candidate_number := pending.payment_number;
end
$$;

update mutations mutation
set judged_at = mutation.created_at,
  window_ends_at = least(mutation.posted_at, mutation.created_at) + interval '120 seconds';

update mutations mutation
set match_reason = why.reason,
  candidate_payment_number = why.candidate_number
from mutations judged
cross join lateral (
  select
    case
      when payment.is_manual_match then 'matched_by_hand'
      when payment.payment_number is not null then 'matched'
      when judged.type_parsed = 'DEBIT' then 'debit'
      when judged.currency_parsed <> 'IDR' then 'foreign_currency'
      else unmatched.reason
    end as reason,
    unmatched.candidate_number
  from (values (true)) as one (row)
  left join payments payment
    on payment.merchant_id = judged.merchant_id
    and payment.payment_number = judged.matched_payment_number
  left join lateral explain_unmatched(judged, judged.judged_at) unmatched
    on judged.matched_payment_number is null
    and judged.type_parsed = 'CREDIT'
    and coalesce(judged.currency_parsed, 'IDR') = 'IDR'
) why
where mutation.merchant_id = judged.merchant_id
  and mutation.mutation_number = judged.mutation_number;

alter table mutations
  alter column match_reason set not null,
  alter column window_ends_at set not null,
  alter column judged_at set not null,
  add foreign key (merchant_id, candidate_payment_number) references payments,
  add foreign key (merchant_id, announced_by_number) references mutations,
  add constraint mutations_reason_tells_match
    check ((match_reason in ('matched', 'matched_by_hand')) = (matched_payment_number is not null)),
  add constraint mutations_reason_names_payment
    check (
      (match_reason in ('late_payment', 'second_payment', 'paid_by_hand', 'before_invoice'))
      = (candidate_payment_number is not null)
    ),
  add constraint mutations_reason_names_announcement
    check ((match_reason = 'announced_twice') = (announced_by_number is not null));

-- What the same payment's other announcement is found by.
create index mutations_wording on mutations (merchant_id, wording, posted_at)
  where wording is not null;

-- Pages of one reason. Automatic matches, nearly all of the table, stay out of it: they are what is left.
create index mutations_reason on mutations (merchant_id, match_reason, mutation_number)
  where match_reason <> 'matched';

-- The mutation that stands for this credit's payment already: same device and text, another app, seconds apart. Each
-- announcement has one report of an app, so a second real payment of the same text finds none and stands for itself.
create function find_announcement(credit mutations) returns mutations
language plpgsql stable as $$
declare
  found_one mutations;
begin
  select announcement.* into found_one
  from mutations announcement
  where announcement.merchant_id = credit.merchant_id
    and announcement.wording = credit.wording
    and announcement.posted_at
      between credit.posted_at - 2 * announcement_window() and credit.posted_at + 2 * announcement_window()
    and announcement.mutation_number <> credit.mutation_number
    and announcement.announced_by_number is null
    and case
      when credit.announced_by_number is not null then announcement.mutation_number = credit.announced_by_number
      else announcement.device_id = credit.device_id
        and announcement.amount_parsed = credit.amount_parsed
        and announcement.match_reason <> 'foreign_currency'
        and announcement.posted_at
          between credit.posted_at - announcement_window() and credit.posted_at + announcement_window()
        and lower(announcement.package_name) <> lower(credit.package_name)
        and not exists (
          select
          from mutations report
          where report.merchant_id = credit.merchant_id
            and report.wording = credit.wording
            and report.mutation_number <> credit.mutation_number
            and (
              report.announced_by_number = credit.mutation_number
              or (
                report.announced_by_number = announcement.mutation_number
                and lower(report.package_name) = lower(credit.package_name)
              )
            )
        )
    end
  order by abs(extract(epoch from announcement.posted_at - credit.posted_at)), announcement.mutation_number
  limit 1;
  return found_one;
end
$$;

-- From now on this credit stands for the payment that the former announcement stood for.
create function stand_for_announcement(credit mutations, former mutations) returns void
language plpgsql as $$
begin
  update mutations
  set match_reason = 'announced_twice',
    candidate_payment_number = null,
    announced_by_number = credit.mutation_number
  where merchant_id = credit.merchant_id
    and wording = former.wording
    and matched_payment_number is null
    and mutation_number <> credit.mutation_number
    and (mutation_number = former.mutation_number or announced_by_number = former.mutation_number);
end
$$;

-- Lets the merchant's unmatched mutations of these numbers pay what they match (decisions, section 2), tells why of each,
-- and answers what was paid. A pool has at most one PENDING payment of a total, so each mutation is one probe of
-- payments_pending_total_key. Two mutations of one total: the one posted first pays. Two statements that reach for one
-- payment: the guarded update lets one through. Callers hold the merchant's turn, its row of mutation_counters, so that
-- of two announcements of one payment the second to come sees what the first has paid.
create or replace function match_mutations(
  merchant uuid, first_number bigint, last_number bigint, at timestamptz
)
returns table (mutation_number bigint, payment_code text)
language plpgsql as $$
#variable_conflict use_column
declare
  credit mutations;
  announcement mutations;
  paid payments;
  why record;
  stands_for_itself boolean;
begin
  for credit in
    select mutation.*
    from mutations mutation
    where mutation.merchant_id = merchant
      and mutation.mutation_number between first_number and last_number
      and mutation.matched_payment_number is null
      and mutation.type_parsed = 'CREDIT'
      and coalesce(mutation.currency_parsed, 'IDR') = 'IDR'
    order by mutation.posted_at, mutation.mutation_number
  loop
    -- Nearly always nothing: one probe of mutations_wording.
    announcement := null;
    perform from mutations other
    where other.merchant_id = merchant
      and other.wording = credit.wording
      and other.posted_at
        between credit.posted_at - 2 * announcement_window() and credit.posted_at + 2 * announcement_window()
      and other.mutation_number <> credit.mutation_number
    limit 1;
    if found then
      -- As an earlier turn of this loop may have left it.
      select mutation.* into credit
      from mutations mutation
      where mutation.merchant_id = merchant
        and mutation.mutation_number = credit.mutation_number;
      announcement := find_announcement(credit);
    end if;

    if announcement.matched_payment_number is null then
      update payments payment
      set payment_status = 'PAID',
        payment_updated_at = greatest(at, payment.created_at),
        released_at = at,
        matched_mutation_id = credit.mutation_id
      where payment.merchant_id = merchant
        and payment.pool_id = credit.pool_id
        and payment.payment_total = credit.amount_parsed
        and payment.payment_status = 'PENDING'
        and payment.payment_expired_at > at
        and payment.created_at <= credit.window_ends_at
      returning payment.* into paid;

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

    -- Of two that paid nothing one stands for both: the first, unless only the second's app has an account.
    select * into why from explain_unmatched(credit, at);
    stands_for_itself := announcement.mutation_number is null
      or (announcement.match_reason = 'no_account' and why.reason <> 'no_account');
    if not stands_for_itself then
      why.reason := 'announced_twice';
      why.candidate_number := null;
    end if;

    -- It was recorded as no_such_total or no_account: where that holds there is nothing to write.
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

-- Lets one mutation try again, in its merchant's turn.
create function rematch_mutation(merchant uuid, mutation bigint, clock timestamptz)
returns table (mutation_number bigint, payment_code text)
language plpgsql as $$
begin
  perform from mutation_counters counter where counter.merchant_id = merchant for update;
  return query
  select *
  from match_mutations(merchant, mutation, mutation, date_trunc('milliseconds', coalesce(clock, clock_timestamp())));
end
$$;
