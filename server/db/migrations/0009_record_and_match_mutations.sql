-- record_mutations: reported transfers are recorded once each and pay what they match, in one transaction.

-- Lets the merchant's unmatched mutations of these numbers pay what they match (decisions, section 2); answers what was
-- paid. A pool has at most one PENDING payment of a total, so each mutation is one probe of payments_pending_total_key.
-- Two mutations of one total: the one posted first pays, the other stays unmatched. Two statements that reach for one
-- payment: the guarded update lets one through.
create function match_mutations(merchant uuid, first_number bigint, last_number bigint, at timestamptz)
returns table (mutation_number bigint, payment_code text)
language plpgsql as $$
#variable_conflict use_column
declare
  credit mutations;
  paid payments;
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
    -- One that a manual match holds is about to be matched, and waiting for it could be waiting in a circle.
    for update skip locked
  loop
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
      -- A phone's clock may run behind ours; a transfer from before the invoice is somebody else's. A phone's clock
      -- that runs ahead makes no transfer younger than its report.
      and payment.created_at <= least(credit.posted_at, credit.created_at) + interval '120 seconds'
    returning payment.* into paid;
    continue when not found;

    update mutations mutation
    set matched_payment_number = paid.payment_number
    where mutation.merchant_id = merchant
      and mutation.mutation_number = credit.mutation_number;

    mutation_number := credit.mutation_number;
    payment_code := paid.payment_code;
    return next;
  end loop;
end
$$;

-- reports: an array of objects with the columns of "report" below, of one device.
-- Answers each report's mutation, whether it is new, and the code of the payment that it has paid, now or earlier.
create function record_mutations(merchant uuid, device uuid, reports json, clock timestamptz)
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
        rule text
      )
    ) with ordinality as r (
      mutation_id, identity, package_name, app_name, app_version, title, body, posted_at, amount_parsed,
      sender_parsed, type_parsed, currency_parsed, rule, report_number
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
      body, posted_at, amount_parsed, sender_parsed, type_parsed, currency_parsed, rule, pool_id, created_at
    )
    select
      merchant,
      first_number - 1 + row_number() over (order by new_report.report_number),
      new_report.mutation_id, device, decode(new_report.identity, 'hex'), new_report.package_name,
      new_report.app_name, new_report.app_version, new_report.title, new_report.body, new_report.posted_at,
      new_report.amount_parsed, new_report.sender_parsed, new_report.type_parsed, new_report.currency_parsed,
      new_report.rule, pool.pool_id, at
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
