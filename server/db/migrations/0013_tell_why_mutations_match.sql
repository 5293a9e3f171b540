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

-- reports: an array of objects with the columns of "report" below, of one device.
-- Answers each report's mutation, whether it is new, and the code of the payment that it has paid, now or earlier.
create or replace function record_mutations(merchant uuid, device uuid, reports json, clock timestamptz)
returns table (report_number bigint, is_new boolean, mutation_id uuid, matched_payment_code text)
language plpgsql as $$
#variable_conflict use_column
declare
  at timestamptz;
  first_number bigint;
  last_number bigint;
begin
  -- Recordings of one merchant take turns: numbers without gaps, and a repeat always sees the original.
  select counter.mutation_count + 1 into first_number
  from mutation_counters counter
  where counter.merchant_id = merchant
  for update;

  at := date_trunc('milliseconds', coalesce(clock, clock_timestamp()));

  with report as (
    select *
    from rows from (
      json_to_recordset(reports) as (
        mutation_id uuid,
        identity text,
        package_name text,
        app_name text,
        app_version text,
        title text,
        body text,
        posted_at timestamptz,
        amount_parsed bigint,
        sender_parsed text,
        type_parsed text,
        currency_parsed text,
        rule text,
        wording text
      )
    ) with ordinality as r (
      mutation_id, identity, package_name, app_name, app_version, title, body, posted_at, amount_parsed,
      sender_parsed, type_parsed, currency_parsed, rule, wording, report_number
    )
  ),
  new_report as (
    select distinct on (report.identity) report.*
    from report
    where (
      select true from mutations earlier
      where earlier.merchant_id = merchant
        and earlier.device_id = device
        and earlier.identity = decode(report.identity, 'hex')
      limit 1
    ) is null
    order by report.identity, report.report_number
  ),
  recorded as (
    insert into mutations (
      merchant_id, mutation_number, mutation_id, device_id, identity, package_name, app_name, app_version, title,
      body, posted_at, amount_parsed, sender_parsed, type_parsed, currency_parsed, rule, wording, pool_id, created_at,
      window_ends_at, judged_at, match_reason
    )
    select
      merchant,
      first_number - 1 + row_number() over (order by new_report.report_number),
      new_report.mutation_id, device, decode(new_report.identity, 'hex'), new_report.package_name,
      new_report.app_name, new_report.app_version, new_report.title, new_report.body, new_report.posted_at,
      new_report.amount_parsed, new_report.sender_parsed, new_report.type_parsed, new_report.currency_parsed,
      new_report.rule, decode(new_report.wording, 'hex'), pool.pool_id, at,
      -- A phone's clock may run behind ours; a transfer from before the invoice is somebody else's. A phone's clock
      -- that runs ahead makes no transfer younger than its report.
      least(new_report.posted_at, at) + interval '120 seconds',
      at,
      case
        when new_report.type_parsed = 'DEBIT' then 'debit'
        when new_report.currency_parsed <> 'IDR' then 'foreign_currency'
        when pool.pool_id is null then 'no_account'
        else 'no_such_total'
      end
    from new_report
    left join lateral (
      -- A pool bound to this device comes before the merchant's common one.
      select pool_id
      from matching_pools
      where merchant_id = merchant
        and package_name = lower(new_report.package_name)
        and (device_id = device or device_id is null)
      order by device_id nulls last
      limit 1
    ) pool on true
    returning mutation_number
  )
  update mutation_counters counter
  set mutation_count = counter.mutation_count + (select count(*) from recorded)
  where counter.merchant_id = merchant
  returning counter.mutation_count into last_number;

  perform match_mutations(merchant, first_number, last_number, at) where last_number >= first_number;

  return query
  select
    report.report_number,
    mutation.mutation_id = report.mutation_id,
    mutation.mutation_id,
    (
      select payment.payment_code from payments payment
      where payment.merchant_id = merchant
        and payment.payment_number = mutation.matched_payment_number
    )
  from rows from (json_to_recordset(reports) as (mutation_id uuid, identity text))
    with ordinality as report (mutation_id, identity, report_number)
  cross join lateral (
    select recorded.mutation_id, recorded.matched_payment_number
    from mutations recorded
    where recorded.merchant_id = merchant
      and recorded.device_id = device
      and recorded.identity = decode(report.identity, 'hex')
    limit 1
  ) mutation
  order by report.report_number;
end
$$;

-- Answers the error code, or null when the payment is PAID now. The order of checks is the contract's: payment PENDING,
-- mutation usable, code unused. Nothing is written unless all three hold, so a code that found no PENDING payment is not
-- burnt. Locked in the order of every matching: the merchant's turn, the payment.
create or replace function match_payment(
  merchant uuid, code text, mutation uuid, totp_step bigint, clock timestamptz
) returns text
language plpgsql as $$
declare
  at timestamptz;
  pending payments;
  usable mutations;
  announcement mutations;
begin
  if mutation is not null then
    perform from mutation_counters where merchant_id = merchant for update;
    select * into usable
    from mutations
    where merchant_id = merchant
      and mutation_id = mutation
      and matched_payment_number is null
      and type_parsed = 'CREDIT';
  end if;

  select * into pending
  from payments
  where merchant_id = merchant
    and payment_code = code
    and payment_status = 'PENDING'
  for update;

  at := date_trunc('milliseconds', coalesce(clock, clock_timestamp()));

  if pending.payment_number is null or pending.payment_expired_at <= at then
    return 'payment_not_found';
  end if;
  if mutation is not null and usable.mutation_id is null then
    return 'mutation_not_found';
  end if;

  update totp_enrolments
  set last_step = totp_step
  where merchant_id = merchant
    and (last_step is null or last_step < totp_step);
  if not found then
    return 'invalid totp code';
  end if;

  update payments
  set payment_status = 'PAID',
    payment_updated_at = greatest(at, created_at),
    released_at = at,
    is_manual_match = true,
    matched_mutation_id = mutation
  where merchant_id = merchant
    and payment_number = pending.payment_number;

  if usable.mutation_id is not null then
    update mutations
    set matched_payment_number = pending.payment_number,
      match_reason = 'matched_by_hand',
      candidate_payment_number = null,
      announced_by_number = null,
      judged_at = at
    where merchant_id = merchant
      and mutation_number = usable.mutation_number;
    if usable.announced_by_number is not null then
      announcement := find_announcement(usable);
      -- One that has paid too was another payment, the merchant says.
      if announcement.matched_payment_number is null then
        perform stand_for_announcement(usable, announcement);
      end if;
    end if;
  end if;

  return null;
end
$$;
