-- record_reports parses a batch once instead of three times, answers what it has just settled from memory, and finds
-- every row by one probe of an index, whatever the planner believed of a young table: it used to read all mutations of a
-- device to see whether a report was new.

create type reported_transfer as (
  transfer_position bigint,
  report_number bigint,
  transfer_number bigint,
  merchant_id uuid,
  device_id uuid,
  mutation_id uuid,
  identity bytea,
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
  wording bytea
);

-- reports: an array of objects with the columns of "given" below; mutations is an array of those of "transfer".
-- Answers each transfer's mutation, whether it is new, and the code of the payment that it has paid, now or earlier.
--
-- Nearly every transfer is the only one of its total and its wording. Those pay first and are inserted as matched, all of
-- them together: a payment's update and a mutation's insert each. The others are inserted, and then match_mutations lets
-- them have their turn one after another and tells why.
create or replace function record_reports(reports json, clock timestamptz)
returns table (
  report_number bigint,
  transfer_number bigint,
  is_new boolean,
  mutation_id uuid,
  matched_payment_code text
)
language plpgsql rows 10
-- The counters are few and change with every report: read whole, they are mostly dead rows.
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  parsed reported_transfer[];
  at timestamptz;
  recorded record;
  answered bigint[] := '{}';
begin
  -- Parsed once: four statements read them.
  parsed := array(
    select row(
      row_number() over (order by given.report_number, transfer.transfer_number),
      given.report_number, transfer.transfer_number, given.merchant_id, given.device_id, transfer.mutation_id,
      decode(transfer.identity, 'hex'), transfer.package_name, transfer.app_name, transfer.app_version, transfer.title,
      transfer.body, transfer.posted_at, transfer.amount_parsed, transfer.sender_parsed, transfer.type_parsed,
      transfer.currency_parsed, transfer.rule, decode(transfer.wording, 'hex')
    )::reported_transfer
    from rows from (
      json_to_recordset(reports) as (merchant_id uuid, device_id uuid, mutations json)
    ) with ordinality as given (merchant_id, device_id, mutations, report_number)
    cross join lateral rows from (
      json_to_recordset(given.mutations) as (
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
    ) with ordinality as transfer (
      mutation_id, identity, package_name, app_name, app_version, title, body, posted_at, amount_parsed,
      sender_parsed, type_parsed, currency_parsed, rule, wording, transfer_number
    )
  );

  -- Recordings of one merchant take turns: numbers without gaps, and a repeat always sees the original. Merchants in one
  -- order, so that two statements never wait for each other in a circle.
  perform from mutation_counters counter
  where counter.merchant_id in (select transfer.merchant_id from unnest(parsed) transfer)
  order by counter.merchant_id
  for update;

  at := date_trunc('milliseconds', coalesce(clock, clock_timestamp()));

  for recorded in
    with new_transfer as (
      select distinct on (transfer.merchant_id, transfer.device_id, transfer.identity)
        transfer.*,
        transfer.type_parsed = 'CREDIT' and coalesce(transfer.currency_parsed, 'IDR') = 'IDR' as may_pay,
        -- A phone's clock may run behind ours; a transfer from before the invoice is somebody else's. A phone's clock
        -- that runs ahead makes no transfer younger than its report.
        least(transfer.posted_at, at) + interval '120 seconds' as window_ends_at
      from unnest(parsed) transfer
      where (
        select true from mutations earlier
        where earlier.merchant_id = transfer.merchant_id
          and earlier.device_id = transfer.device_id
          and earlier.identity = transfer.identity
        limit 1
      ) is null
      order by transfer.merchant_id, transfer.device_id, transfer.identity, transfer.transfer_position
    ),
    numbered as materialized (
      select
        new_transfer.*,
        pool.pool_id,
        (
          select counter.mutation_count from mutation_counters counter
          where counter.merchant_id = new_transfer.merchant_id
        ) + row_number() over (
          partition by new_transfer.merchant_id order by new_transfer.transfer_position
        ) as mutation_number,
        new_transfer.may_pay
          and 1 = count(*) over (
            partition by new_transfer.merchant_id, pool.pool_id, new_transfer.amount_parsed
          )
          and 1 = count(*) over (partition by new_transfer.merchant_id, new_transfer.wording)
          and (
            select true from mutations other
            where other.merchant_id = new_transfer.merchant_id
              and other.wording = new_transfer.wording
              and other.posted_at between new_transfer.posted_at - 2 * announcement_window()
                and new_transfer.posted_at + 2 * announcement_window()
            limit 1
          ) is null as is_alone
      from new_transfer
      left join lateral (
        -- A pool bound to this device comes before the merchant's common one.
        select pool_id
        from matching_pools
        where merchant_id = new_transfer.merchant_id
          and package_name = lower(new_transfer.package_name)
          and (device_id = new_transfer.device_id or device_id is null)
        order by device_id nulls last
        limit 1
      ) pool on true
    ),
    matching as materialized (
      select
        numbered.*,
        case when numbered.is_alone then (
          select payment.ctid from payments payment
          where payment.merchant_id = numbered.merchant_id
            and payment.pool_id = numbered.pool_id
            and payment.payment_total = numbered.amount_parsed
            and payment.payment_status = 'PENDING'
          limit 1
        ) end as payment_place
      from numbered
    ),
    -- Two statements that reach for one payment: the guarded update lets one through.
    paid as (
      update payments payment
      set payment_status = 'PAID',
        payment_updated_at = greatest(at, payment.created_at),
        released_at = at,
        matched_mutation_id = matching.mutation_id
      from matching
      where payment.ctid = any(array(select payment_place from matching where payment_place is not null))
        and payment.merchant_id = matching.merchant_id
        and payment.pool_id = matching.pool_id
        and payment.payment_total = matching.amount_parsed
        and matching.is_alone
        and payment.payment_status = 'PENDING'
        and payment.payment_expired_at > at
        and payment.created_at <= matching.window_ends_at
      returning matching.transfer_position, payment.payment_number, payment.payment_code
    ),
    recorded as (
      insert into mutations (
        merchant_id, mutation_number, mutation_id, device_id, identity, package_name, app_name, app_version, title,
        body, posted_at, amount_parsed, sender_parsed, type_parsed, currency_parsed, rule, wording, pool_id, created_at,
        window_ends_at, judged_at, matched_payment_number, match_reason
      )
      select
        matching.merchant_id, matching.mutation_number, matching.mutation_id, matching.device_id, matching.identity,
        matching.package_name, matching.app_name, matching.app_version, matching.title, matching.body,
        matching.posted_at, matching.amount_parsed, matching.sender_parsed, matching.type_parsed,
        matching.currency_parsed, matching.rule, matching.wording, matching.pool_id, at, matching.window_ends_at, at,
        paid.payment_number,
        case
          when paid.payment_number is not null then 'matched'
          when matching.type_parsed = 'DEBIT' then 'debit'
          when matching.currency_parsed <> 'IDR' then 'foreign_currency'
          when matching.pool_id is null then 'no_account'
          else 'no_such_total'
        end
      from matching
      left join paid using (transfer_position)
    ),
    counted as (
      update mutation_counters counter
      set mutation_count = counter.mutation_count + added.mutations
      from (select merchant_id, count(*) as mutations from matching group by merchant_id) added
      where counter.merchant_id = added.merchant_id
    )
    select matching.*, paid.payment_code
    from matching
    left join paid using (transfer_position)
    order by matching.merchant_id, matching.posted_at, matching.mutation_number
  loop
    if recorded.payment_code is null and recorded.may_pay then
      perform match_mutations(recorded.merchant_id, recorded.mutation_number, recorded.mutation_number, at);
    else
      report_number := recorded.report_number;
      transfer_number := recorded.transfer_number;
      is_new := true;
      mutation_id := recorded.mutation_id;
      matched_payment_code := recorded.payment_code;
      answered := answered || recorded.transfer_position;
      return next;
    end if;
  end loop;

  -- What had to take its turn, and what was known before.
  if cardinality(answered) < cardinality(parsed) then
    return query
    select
      transfer.report_number,
      transfer.transfer_number,
      mutation.mutation_id = transfer.mutation_id,
      mutation.mutation_id,
      (
        select payment.payment_code from payments payment
        where payment.merchant_id = transfer.merchant_id
          and payment.payment_number = mutation.matched_payment_number
      )
    from unnest(parsed) transfer
    cross join lateral (
      select known.mutation_id, known.matched_payment_number
      from mutations known
      where known.merchant_id = transfer.merchant_id
        and known.device_id = transfer.device_id
        and known.identity = transfer.identity
      limit 1
    ) mutation
    where transfer.transfer_position <> all (answered);
  end if;
end
$$;
