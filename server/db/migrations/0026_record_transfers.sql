-- record_transfers takes the place of record_reports: a flat list that is parsed once, judged by one small statement and
-- settled by another, where one large statement took as long to start as to run. It answers the payments that it has paid
-- with the webhooks that they owe, so that who recorded them can send without looking for them.

create type given_transfer as (
  -- 1, 2, 3 … in the order in which they came.
  transfer_position bigint,
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
  wording bytea,
  -- The caller has seen the same transfer earlier in the list.
  is_repeat boolean,
  -- No other in the list is of the merchant and has this amount.
  is_alone boolean
);

-- A transfer that is new.
create type judged_transfer as (
  transfer given_transfer,
  mutation_number bigint,
  pool_id uuid,
  may_pay boolean,
  window_ends_at timestamptz,
  -- Where the payment that it names was when this was judged; one that has moved since is left to match_mutations.
  payment_place tid
);

-- transfers: an array of objects with the columns of given_transfer, which come in the caller's order. What the caller says
-- of the list is believed: a repeat that it overlooks is refused by its key, but two announcements of one payment that it
-- wrongly calls alone would both pay. Left out, is_alone is false.
-- Answers each transfer's mutation, whether it is new, and the code of the payment that it has paid, now or earlier. Of
-- most that paid now: the payment, if its orders are small, and then the delivery that it owes, if any.
--
-- Nearly every transfer is the only one of its amount and its wording. Those pay first and are inserted as matched, all of
-- them together: a payment's update and a mutation's insert each. The others are inserted, and then match_mutations lets
-- them have their turn one after another and tells why.
create function record_transfers(transfers json, clock timestamptz)
returns table (
  transfer_position bigint,
  is_new boolean,
  mutation_id uuid,
  matched_payment_code text,
  payment payments,
  delivery_id text,
  delivery_url text
)
language plpgsql rows 10
-- The counters are few and change with every report: read whole, they are mostly dead rows.
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  given given_transfer[];
  judged judged_transfer[];
  at timestamptz;
  recorded record;
  answered bigint[] := '{}';
begin
  given := array(select transfer from json_populate_recordset(null::given_transfer, transfers) transfer);

  -- Recordings of one merchant take turns: numbers without gaps, and a repeat always sees the original. Merchants in one
  -- order, so that two statements never wait for each other in a circle.
  perform from mutation_counters counter
  where counter.merchant_id in (select transfer.merchant_id from unnest(given) transfer)
  order by counter.merchant_id
  for update;

  at := date_trunc('milliseconds', coalesce(clock, clock_timestamp()));

  judged := array(
    select row(
      transfer,
      (
        select counter.mutation_count from mutation_counters counter
        where counter.merchant_id = transfer.merchant_id
      ) + row_number() over (partition by transfer.merchant_id order by transfer.transfer_position),
      pool.pool_id,
      kind.may_pay,
      -- A phone's clock may run behind ours; a transfer from before the invoice is somebody else's. A phone's clock that
      -- runs ahead makes no transfer younger than its report.
      least(transfer.posted_at, at) + interval '120 seconds',
      case
        when transfer.is_alone
          and kind.may_pay
          and (
            select true from mutations other
            where other.merchant_id = transfer.merchant_id
              and other.wording = transfer.wording
              and other.posted_at between transfer.posted_at - 2 * announcement_window()
                and transfer.posted_at + 2 * announcement_window()
            limit 1
          ) is null
        then (
          select pending.ctid from payments pending
          where pending.merchant_id = transfer.merchant_id
            and pending.pool_id = pool.pool_id
            and pending.payment_total = transfer.amount_parsed
            and pending.payment_status = 'PENDING'
          limit 1
        )
      end
    )::judged_transfer
    from unnest(given) transfer
    cross join lateral (
      select transfer.type_parsed = 'CREDIT' and coalesce(transfer.currency_parsed, 'IDR') = 'IDR' as may_pay
    ) kind
    left join lateral (
      -- A pool bound to this device comes before the merchant's common one.
      select pool_id
      from matching_pools
      where merchant_id = transfer.merchant_id
        and package_name = lower(transfer.package_name)
        and (device_id = transfer.device_id or device_id is null)
      order by device_id nulls last
      limit 1
    ) pool on true
    where transfer.is_repeat is not true
      and (
        select true from mutations earlier
        where earlier.merchant_id = transfer.merchant_id
          and earlier.device_id = transfer.device_id
          and earlier.identity = transfer.identity
        limit 1
      ) is null
  );

  for recorded in
    with fresh as (
      select (judgement.transfer).*, judgement.mutation_number, judgement.pool_id, judgement.may_pay,
        judgement.window_ends_at, judgement.payment_place
      from unnest(judged) judgement
    ),
    -- Two statements that reach for one payment: the guarded update lets one through.
    paid as (
      update payments pending
      set payment_status = 'PAID',
        payment_updated_at = greatest(at, pending.created_at),
        released_at = at,
        matched_mutation_id = fresh.mutation_id
      from fresh
      where pending.ctid = fresh.payment_place
        and pending.merchant_id = fresh.merchant_id
        and pending.pool_id = fresh.pool_id
        and pending.payment_total = fresh.amount_parsed
        and pending.payment_status = 'PENDING'
        and pending.payment_expired_at > at
        and pending.created_at <= fresh.window_ends_at
      returning
        fresh.transfer_position, pending.payment_number, pending.payment_code,
        -- Hundreds of large orders at once would take seconds to answer: who needs them reads them.
        case
          when pending.customer_orders is null
            or (
              pg_column_size(pending.customer_orders) <= 2000
              and pg_column_compression(pending.customer_orders) is null
            )
          then pending
        end as payment
    ),
    inserted as (
      insert into mutations (
        merchant_id, mutation_number, mutation_id, device_id, identity, package_name, app_name, app_version, title,
        body, posted_at, amount_parsed, sender_parsed, type_parsed, currency_parsed, rule, wording, pool_id, created_at,
        window_ends_at, judged_at, matched_payment_number, match_reason
      )
      select
        fresh.merchant_id, fresh.mutation_number, fresh.mutation_id, fresh.device_id, fresh.identity,
        fresh.package_name, fresh.app_name, fresh.app_version, fresh.title, fresh.body, fresh.posted_at,
        fresh.amount_parsed, fresh.sender_parsed, fresh.type_parsed, fresh.currency_parsed, fresh.rule, fresh.wording,
        fresh.pool_id, at, fresh.window_ends_at, at,
        paid.payment_number,
        case
          when paid.payment_number is not null then 'matched'
          when fresh.type_parsed = 'DEBIT' then 'debit'
          when fresh.currency_parsed <> 'IDR' then 'foreign_currency'
          when fresh.pool_id is null then 'no_account'
          else 'no_such_total'
        end
      from fresh
      left join paid using (transfer_position)
    ),
    counted as (
      update mutation_counters counter
      set mutation_count = added.last_number
      from (select merchant_id, max(mutation_number) as last_number from fresh group by merchant_id) added
      where counter.merchant_id = added.merchant_id
    )
    select
      fresh.transfer_position, fresh.merchant_id, fresh.mutation_number, fresh.mutation_id, fresh.may_pay,
      paid.payment_number, paid.payment_code, paid.payment
    from fresh
    left join paid using (transfer_position)
    order by fresh.merchant_id, fresh.posted_at, fresh.mutation_number
  loop
    if recorded.payment_number is null and recorded.may_pay then
      perform match_mutations(recorded.merchant_id, recorded.mutation_number, recorded.mutation_number, at);
    else
      transfer_position := recorded.transfer_position;
      is_new := true;
      mutation_id := recorded.mutation_id;
      matched_payment_code := recorded.payment_code;
      payment := recorded.payment;
      delivery_id := null;
      delivery_url := null;
      if payment.payment_number is not null then
        select owed.delivery_id, owed.url
        into delivery_id, delivery_url
        from webhook_deliveries owed
        where owed.merchant_id = payment.merchant_id
          and owed.payment_number = payment.payment_number
          and owed.event_type = 'payment.paid';
      end if;
      answered := answered || transfer_position;
      return next;
    end if;
  end loop;

  -- What had to take its turn, and what was known before.
  if cardinality(answered) < cardinality(given) then
    return query
    select
      transfer.transfer_position,
      mutation.mutation_id = transfer.mutation_id,
      mutation.mutation_id,
      (
        select paid.payment_code from payments paid
        where paid.merchant_id = transfer.merchant_id
          and paid.payment_number = mutation.matched_payment_number
      ),
      null::payments,
      null,
      null
    from unnest(given) transfer
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

-- For processes of the previous release. The type reported_transfer stays: a run of the former function that is under way
-- needs it. Both may go with the next release.
create or replace function record_reports(reports json, clock timestamptz)
returns table (
  report_number bigint,
  transfer_number bigint,
  is_new boolean,
  mutation_id uuid,
  matched_payment_code text
)
language sql rows 10 as $$
  with transfer as (
    select
      row_number() over (order by given.report_number, transfer.transfer_number) as transfer_position,
      given.report_number, given.merchant_id, given.device_id, transfer.*
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
  ),
  given as (
    select json_agg(row_to_json(told)) as transfers
    from (
      select
        transfer.transfer_position, transfer.merchant_id, transfer.device_id, transfer.mutation_id,
        decode(transfer.identity, 'hex') as identity, transfer.package_name, transfer.app_name, transfer.app_version,
        transfer.title, transfer.body, transfer.posted_at, transfer.amount_parsed, transfer.sender_parsed,
        transfer.type_parsed, transfer.currency_parsed, transfer.rule, decode(transfer.wording, 'hex') as wording,
        1 < row_number() over (
          partition by transfer.merchant_id, transfer.device_id, transfer.identity order by transfer.transfer_position
        ) as is_repeat
      from transfer
    ) told
  )
  select
    transfer.report_number, transfer.transfer_number, recorded.is_new, recorded.mutation_id,
    recorded.matched_payment_code
  from given
  cross join lateral record_transfers(given.transfers, clock) recorded
  join transfer using (transfer_position)
  where given.transfers is not null
$$;
