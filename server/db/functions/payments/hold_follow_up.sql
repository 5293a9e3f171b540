-- The first step of creating an invoice that follows an expired one, for a transfer in time. The function takes the
-- turns in the order of every matching and of every create, so its result holds until the commit: the transfer is
-- undecided, the code and the total are free. error is null, or `done_already` with the code of an earlier call, or the
-- reason why there can be no such invoice; total_in_use comes with the code of the PENDING invoice that has the total,
-- followed_up_already with that of the follow-up that another transfer has paid.
create or replace function hold_follow_up(
  merchant uuid, mutation uuid, ended_code text, clock timestamptz,
  out error text, out payment_code text
)
language plpgsql as $$
#variable_conflict use_column
declare
  at timestamptz;
  credit mutations;
  ended payments;
  sold record;
  link payment_links;
  held record;
begin
  perform from mutation_counters where merchant_id = merchant for update;
  select * into credit
  from mutations
  where merchant_id = merchant
    and mutation_id = mutation;
  if credit.matched_payment_number is not null then
    select payment.payment_code into payment_code
    from payments payment
    where payment.merchant_id = merchant
      and payment.payment_number = credit.matched_payment_number
      and payment.payment_code = any (follow_up_codes(ended_code) collate "C");
    error := case when found then 'done_already' else 'mutation_not_found' end;
    return;
  end if;
  if credit.mutation_id is null or credit.decision is not null then
    error := 'mutation_not_found';
    return;
  end if;

  -- The order of locks is that of a link's form: first the link, then the turn of creates.
  select taken.link_id, taken.pieces into sold
  from payments payment
  join sales sale using (merchant_id, payment_number)
  join link_sales taken using (merchant_id, sale_number)
  where payment.merchant_id = merchant
    and payment.payment_code = ended_code;
  select * into link
  from payment_links
  where merchant_id = merchant
    and link_id = sold.link_id
  for no key update;

  perform from payment_counters where merchant_id = merchant for update;
  at := date_trunc('milliseconds', coalesce(clock, clock_timestamp()));

  -- The expired invoice itself also holds its total, until its expiry is recorded.
  perform from payments pending
  cross join lateral end_pending(array[pending.merchant_id], array[pending.payment_number], 'EXPIRED', at)
  where pending.merchant_id = merchant
    and pending.pool_id = credit.pool_id
    and pending.payment_total = credit.amount_parsed
    and pending.payment_status = 'PENDING'
    and pending.payment_expired_at <= at;
  select * into ended
  from payments payment
  where payment.merchant_id = merchant
    and payment.payment_code = ended_code;
  select follow_up.payment_code into payment_code
  from paid_follow_ups(merchant, ended.payment_number) follow_up
  where credit.candidate_payment_number in (ended.payment_number, follow_up.payment_number)
  limit 1;
  if found then
    error := 'followed_up_already';
    return;
  end if;
  if (
    ended.payment_status = 'EXPIRED'
    and credit.match_reason = 'late_payment'
    and credit.candidate_payment_number = ended.payment_number
    and came_in_time(credit.rule, credit.posted_at, ended.payment_expired_at)
  ) is not true then
    error := 'not_in_time';
    return;
  end if;

  -- The expired invoice has given its pieces back.
  select coalesce(sum(taken.pieces), 0) as pieces, count(*) as payments into held
  from link_sales taken
  join sales sale using (merchant_id, sale_number)
  join payments payment using (merchant_id, payment_number)
  where taken.merchant_id = merchant
    and taken.link_id = link.link_id
    and payment.payment_status in ('PENDING', 'PAID');
  if held.pieces + sold.pieces > link.stock or held.payments + 1 > link.payments_max then
    error := 'link_sold_out';
    return;
  end if;

  -- The account might have another pool by now.
  select pending.payment_code into payment_code
  from accounts account
  join payments pending
    on pending.merchant_id = account.merchant_id
    and pending.pool_id = account.pool_id
    and pending.payment_total = credit.amount_parsed
    and pending.payment_status = 'PENDING'
  where account.merchant_id = merchant
    and account.account_id = ended.account_id;
  if found then
    error := 'total_in_use';
    return;
  end if;

  select wanted.code into payment_code
  from unnest(follow_up_codes(ended_code)) with ordinality as wanted (code, position)
  where not exists (
      select from payments earlier
      where earlier.merchant_id = merchant and earlier.payment_code = wanted.code collate "C"
    )
    and not exists (
      select from removed_payments earlier
      where earlier.merchant_id = merchant and earlier.payment_code = wanted.code collate "C"
    )
    and not exists (
      select from sales earlier
      where earlier.merchant_id = merchant and earlier.payment_code = wanted.code collate "C"
    )
  order by wanted.position
  limit 1;
  if not found then
    error := 'follow_up_codes_used_up';
    return;
  end if;
  -- The money is there, so the create needs no phone that listens (see create_payments).
  perform set_config('tepat.needs_no_phone', 'on', true);
end
$$;
