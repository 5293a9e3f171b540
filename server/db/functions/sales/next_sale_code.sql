-- Returns the next code of the merchant's series that no sale or payment uses. The caller holds the merchant's turn
-- (see make_sale). If a program has used many codes of this pattern, the series continues after the highest.
create or replace function next_sale_code(merchant uuid, time_zone text, at timestamptz) returns text
language plpgsql as $$
declare
  local_time timestamp := at at time zone time_zone;
  wanted_series text;
  prefix text;
  suffix text;
  next_number bigint;
  free record;
begin
  select replace(replace(replace(
    sale_code_pattern, '{year}', to_char(local_time, 'YYYY')), '{month}', to_char(local_time, 'MM')),
    '{day}', to_char(local_time, 'DD')
  )
  into wanted_series
  from merchants
  where merchant_id = merchant;
  prefix := split_part(wanted_series, '{number}', 1);
  suffix := split_part(wanted_series, '{number}', 2);

  select last_number + 1 into next_number
  from sale_series
  where merchant_id = merchant and series = wanted_series;
  next_number := coalesce(next_number, 1);

  for turn in 1..2 loop
    select number, code into free
    from generate_series(next_number, next_number + sale_codes_tried() - 1) number
    cross join lateral (
      select prefix || lpad(number::text, greatest(4, length(number::text)), '0') || suffix as code
    ) written
    where not exists (select from payments where merchant_id = merchant and payment_code = code collate "C")
      and not exists (select from sales where merchant_id = merchant and payment_code = code collate "C")
      and not exists (select from removed_payments where merchant_id = merchant and payment_code = code collate "C")
    order by number
    limit 1;
    exit when found;

    -- Only a digit can follow the prefix, and ":" comes after "9".
    select 1 + max(digits::bigint) into next_number
    from (
      select substr(payment_code, length(prefix) + 1, length(payment_code) - length(prefix) - length(suffix)) as digits
      from (
        select merchant_id, payment_code from payments
        union all
        select merchant_id, payment_code from removed_payments
        union all
        select merchant_id, payment_code from sales
      ) taken
      where merchant_id = merchant
        and payment_code >= prefix collate "C"
        and payment_code < (prefix || ':') collate "C"
        and right(payment_code, length(suffix)) = suffix
        and length(payment_code) > length(prefix) + length(suffix)
    ) used
    where digits ~ '^[0-9]{1,15}$';
  end loop;

  if free.code is null then
    raise exception using errcode = 'unique_violation', constraint = 'sales_code_key',
      message = 'no code of the series ' || wanted_series || ' is free';
  end if;

  insert into sale_series (merchant_id, series, last_number)
  values (merchant, wanted_series, free.number)
  on conflict (merchant_id, series) do update set last_number = excluded.last_number;
  return free.code;
end
$$;
