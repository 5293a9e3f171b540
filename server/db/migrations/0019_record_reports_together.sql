-- record_reports: what several devices report at the same time is recorded, and pays what it matches, in one statement.

-- reports: an array of objects with the columns of "given" below; mutations is an array of those of "transfer".
-- Answers each transfer's mutation, whether it is new, and the code of the payment that it has paid, now or earlier.
--
-- Nearly every transfer is the only one of its total and its wording. Those pay first and are inserted as matched, all of
-- them together: a payment's update and a mutation's insert each. The others are inserted, and then match_mutations lets
-- them have their turn one after another and tells why.
--
-- The planner is told what it cannot know: how few rows an array holds. It would scan whole tables for them.
create function record_reports(reports json, clock timestamptz)
returns table (
  report_number bigint,
  transfer_number bigint,
  is_new boolean,
  mutation_id uuid,
  matched_payment_code text
)
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  at timestamptz;
  unsettled record;
begin
  -- Recordings of one merchant take turns: numbers without gaps, and a repeat always sees the original. Merchants in one
  -- order, so that two statements never wait for each other in a circle.
  perform from mutation_counters counter
  where counter.merchant_id in (
    select given.merchant_id from json_to_recordset(reports) as given (merchant_id uuid)
  )
  order by counter.merchant_id
  for update;

  at := date_trunc('milliseconds', coalesce(clock, clock_timestamp()));

  for unsettled in
    with transfer as (
      select given.merchant_id, given.device_id, given.report_number, transfer.*
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
    new_transfer as (
      select distinct on (transfer.merchant_id, transfer.device_id, transfer.identity)
        transfer.merchant_id, transfer.device_id, transfer.report_number, transfer.transfer_number,
        transfer.mutation_id, decode(transfer.identity, 'hex') as identity, transfer.package_name,
        transfer.app_name, transfer.app_version, transfer.title, transfer.body, transfer.posted_at,
        transfer.amount_parsed, transfer.sender_parsed, transfer.type_parsed, transfer.currency_parsed,
        transfer.rule, decode(transfer.wording, 'hex') as wording,
        transfer.type_parsed = 'CREDIT' and coalesce(transfer.currency_parsed, 'IDR') = 'IDR' as may_pay,
        -- A phone's clock may run behind ours; a transfer from before the invoice is somebody else's. A phone's clock
        -- that runs ahead makes no transfer younger than its report.
        least(transfer.posted_at, at) + interval '120 seconds' as window_ends_at
      from transfer
      where not exists (
        select from mutations earlier
        where earlier.merchant_id = transfer.merchant_id
          and earlier.device_id = transfer.device_id
          and earlier.identity = decode(transfer.identity, 'hex')
      )
      order by
        transfer.merchant_id, transfer.device_id, transfer.identity, transfer.report_number, transfer.transfer_number
    ),
    numbered as materialized (
      select
        new_transfer.*,
        pool.pool_id,
        counter.mutation_count + row_number() over (
          partition by new_transfer.merchant_id
          order by new_transfer.report_number, new_transfer.transfer_number
        ) as mutation_number,
        new_transfer.may_pay
          and 1 = count(*) over (
            partition by new_transfer.merchant_id, pool.pool_id, new_transfer.amount_parsed
          )
          and 1 = count(*) over (partition by new_transfer.merchant_id, new_transfer.wording)
          and not exists (
            select from mutations other
            where other.merchant_id = new_transfer.merchant_id
              and other.wording = new_transfer.wording
              and other.posted_at between new_transfer.posted_at - 2 * announcement_window()
                and new_transfer.posted_at + 2 * announcement_window()
          ) as is_alone
      from new_transfer
      join mutation_counters counter using (merchant_id)
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
    -- Two statements that reach for one payment: the guarded update lets one through.
    paid as (
      update payments payment
      set payment_status = 'PAID',
        payment_updated_at = greatest(at, payment.created_at),
        released_at = at,
        matched_mutation_id = numbered.mutation_id
      from numbered
      where numbered.is_alone
        and payment.merchant_id = numbered.merchant_id
        and payment.pool_id = numbered.pool_id
        and payment.payment_total = numbered.amount_parsed
        and payment.payment_status = 'PENDING'
        and payment.payment_expired_at > at
        and payment.created_at <= numbered.window_ends_at
      returning payment.merchant_id, payment.payment_number, payment.matched_mutation_id as mutation_id
    ),
    recorded as (
      insert into mutations (
        merchant_id, mutation_number, mutation_id, device_id, identity, package_name, app_name, app_version, title,
        body, posted_at, amount_parsed, sender_parsed, type_parsed, currency_parsed, rule, wording, pool_id, created_at,
        window_ends_at, judged_at, matched_payment_number, match_reason
      )
      select
        numbered.merchant_id, numbered.mutation_number, numbered.mutation_id, numbered.device_id, numbered.identity,
        numbered.package_name, numbered.app_name, numbered.app_version, numbered.title, numbered.body,
        numbered.posted_at, numbered.amount_parsed, numbered.sender_parsed, numbered.type_parsed,
        numbered.currency_parsed, numbered.rule, numbered.wording, numbered.pool_id, at, numbered.window_ends_at, at,
        paid.payment_number,
        case
          when paid.payment_number is not null then 'matched'
          when numbered.type_parsed = 'DEBIT' then 'debit'
          when numbered.currency_parsed <> 'IDR' then 'foreign_currency'
          when numbered.pool_id is null then 'no_account'
          else 'no_such_total'
        end
      from numbered
      left join paid on paid.merchant_id = numbered.merchant_id and paid.mutation_id = numbered.mutation_id
      returning merchant_id, mutation_number, matched_payment_number
    ),
    counted as (
      update mutation_counters counter
      set mutation_count = counter.mutation_count + added.mutations
      from (select merchant_id, count(*) as mutations from recorded group by merchant_id) added
      where counter.merchant_id = added.merchant_id
    )
    select recorded.merchant_id, recorded.mutation_number
    from recorded
    join numbered using (merchant_id, mutation_number)
    where recorded.matched_payment_number is null
      and numbered.may_pay
    order by recorded.merchant_id, numbered.posted_at, recorded.mutation_number
  loop
    perform match_mutations(unsettled.merchant_id, unsettled.mutation_number, unsettled.mutation_number, at);
  end loop;

  return query
  select
    given.report_number,
    transfer.transfer_number,
    mutation.mutation_id = transfer.mutation_id,
    mutation.mutation_id,
    (
      select payment.payment_code from payments payment
      where payment.merchant_id = given.merchant_id
        and payment.payment_number = mutation.matched_payment_number
    )
  from rows from (
    json_to_recordset(reports) as (merchant_id uuid, device_id uuid, mutations json)
  ) with ordinality as given (merchant_id, device_id, mutations, report_number)
  cross join lateral rows from (
    json_to_recordset(given.mutations) as (mutation_id uuid, identity text)
  ) with ordinality as transfer (mutation_id, identity, transfer_number)
  cross join lateral (
    select recorded.mutation_id, recorded.matched_payment_number
    from mutations recorded
    where recorded.merchant_id = given.merchant_id
      and recorded.device_id = given.device_id
      and recorded.identity = decode(transfer.identity, 'hex')
    limit 1
  ) mutation
  order by given.report_number, transfer.transfer_number;
end
$$;

drop function record_mutations;
