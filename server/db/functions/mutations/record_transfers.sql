-- Records transfers that devices have reported and lets each pay the payment that it matches, in one round trip.
--
-- transfers is an array of objects with the fields of reported_transfer, in the caller's order. For each transfer the
-- function returns the mutation, whether it is new, and the code of the payment that it paid, now or earlier. For most
-- transfers that paid now, the result also has the payment (if its orders are small) and the delivery that the payment
-- owes, if any.
--
-- Nearly every transfer is the only one of its amount and of its wording. These pay first and are inserted as matched,
-- all of them together, so each costs an update of a payment and an insert of a mutation. The others are inserted as
-- unmatched. Then match_mutations judges them one after another and records why each paid or did not.
--
-- This function and match_mutations have the rules that pair a transfer with a payment: both look for the PENDING
-- payment of the pool with exactly this total, and call unregistered_reason. Only pay_pending has the other rules
-- (deadline, age).
create or replace function record_transfers(transfers json, clock timestamptz)
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
-- The counters are few and change with every report. A scan of the whole table would mostly read dead rows.
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  reported reported_transfer[];
  judged judged_transfer[];
  at timestamptz;
  recorded record;
  answered bigint[] := '{}';
begin
  reported := array(select transfer from json_populate_recordset(null::reported_transfer, transfers) transfer);

  -- Recordings of one merchant take turns, so that numbers have no gaps and a repetition always sees the original. All
  -- statements lock merchants in the same order, so that they never wait for each other in a circle.
  perform from mutation_counters counter
  where counter.merchant_id in (select transfer.merchant_id from unnest(reported) transfer)
  order by counter.merchant_id
  for update;

  at := date_trunc('milliseconds', coalesce(clock, clock_timestamp()));

  judged := array(
    select row(
      transfer.reported,
      (
        select counter.mutation_count from mutation_counters counter
        where counter.merchant_id = transfer.merchant_id
      ) + row_number() over (partition by transfer.merchant_id order by transfer.transfer_position),
      place.pool_id,
      kind.may_pay,
      -- A phone's clock can run behind the database's by posting_tolerance; a transfer posted longer before the invoice
      -- is not for it. If the clock runs ahead, the time of the report counts.
      least(transfer.posted_at, at) + posting_tolerance(),
      case
        -- Two transfers of one amount take their turns, because they might be two announcements of one payment.
        when transfer.of_its_amount = 1
          and kind.may_pay
          and unregistered_reason(device.registered, transfer.posted_at) is null
          and (
            select true from mutations other
            where other.merchant_id = transfer.merchant_id
              and other.wording = transfer.wording
              and other.posted_at between transfer.posted_at - 2 * announcement_window()
                and transfer.posted_at + 2 * announcement_window()
            limit 1
          ) is null
          -- A report of another kind of source might be of the same transfer (find_proof).
          and (
            select true from reports_by_kind other
            where other.merchant_id = transfer.merchant_id
              and other.pool_id = place.pool_id
              and other.amount_parsed = transfer.amount_parsed
              and other.posted_at
                between transfer.posted_at
                  - case device.source_kind when 'phone' then late_proof_window() else proof_window() end
                and transfer.posted_at
                  + case device.source_kind when 'mailbox' then late_proof_window() else proof_window() end
              and other.source_kind <> device.source_kind
            limit 1
          ) is null
        then (
          select pending.payment_number from payments pending
          where pending.merchant_id = transfer.merchant_id
            and pending.pool_id = place.pool_id
            and pending.payment_total = transfer.amount_parsed
            and pending.payment_status = 'PENDING'
          limit 1
        )
      end
    )::judged_transfer
    from (
      select transfer as reported, transfer.*,
        count(*) over (partition by transfer.merchant_id, transfer.amount_parsed) as of_its_amount,
        row_number() over (
          partition by transfer.merchant_id, transfer.device_id, transfer.identity order by transfer.transfer_position
        ) as occurrence
      from unnest(reported) transfer
    ) transfer
    cross join lateral (
      select transfer.type_parsed = 'CREDIT' and coalesce(transfer.currency_parsed, 'IDR') = 'IDR' as may_pay
    ) kind
    join devices device on device.merchant_id = transfer.merchant_id and device.device_id = transfer.device_id
    left join lateral (
      -- A pool bound to this device takes precedence over the merchant's common pool.
      select pool_id
      from matching_pools
      where merchant_id = transfer.merchant_id
        and package_name = lower(transfer.package_name)
        and (device_id = transfer.device_id or device_id is null)
      order by device_id nulls last
      limit 1
    ) pool on true
    cross join lateral (
      select case device.source_kind
        when 'mailbox'
          then watched_pool(transfer.merchant_id, transfer.device_id, transfer.package_name, transfer.account_id)
        else pool.pool_id
      end as pool_id
    ) place
    -- A transfer that the list contains twice counts once.
    where transfer.occurrence = 1
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
        judgement.window_ends_at, judgement.payment_number
      from unnest(judged) judgement
    ),
    paid as materialized (
      select claimed.*
      from pay_pending(
        at,
        array(
          select row(merchant_id, payment_number, mutation_id, false, window_ends_at)::payment_claim
          from fresh
          where payment_number is not null
        )
      ) claimed
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
      left join paid using (mutation_id)
    ),
    told as (
      insert into reports_by_kind (merchant_id, mutation_number, source_kind, pool_id, amount_parsed, posted_at)
      select
        fresh.merchant_id, fresh.mutation_number, device.source_kind, fresh.pool_id, fresh.amount_parsed,
        fresh.posted_at
      from fresh
      join devices device on device.merchant_id = fresh.merchant_id and device.device_id = fresh.device_id
      where fresh.may_pay
        and fresh.pool_id is not null
        and fresh.amount_parsed > 0
        -- A person records a row only if no transfer explains it, so this transfer goes with no nearby report.
        and device.source_kind in ('phone', 'mailbox')
        and not device.is_simulated
        and exists (
          select from devices mailbox
          where mailbox.merchant_id = fresh.merchant_id
            and mailbox.source_kind = 'mailbox'
        )
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
    left join paid using (mutation_id)
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
      -- The caller can use the delivery only together with the payment.
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

  -- Transfers that had to take their turn, and transfers known before.
  if cardinality(answered) < cardinality(reported) then
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
    from unnest(reported) transfer
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
