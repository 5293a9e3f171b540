-- Lets this credit stand for the transfer in place of the previous announcement. A statement row that proves the money
-- stays tied to it.
create or replace function stand_for_announcement(credit mutations, former mutations) returns void
language plpgsql as $$
begin
  update mutations
  set match_reason = 'announced_twice',
    candidate_payment_number = null,
    announced_by_number = credit.mutation_number
  where merchant_id = credit.merchant_id
    and matched_payment_number is null
    and decision is null
    and mutation_number <> credit.mutation_number
    and (mutation_number = former.mutation_number or announced_by_number = former.mutation_number);

  with moved as (
    update statement_ties tie
    set mutation_number = credit.mutation_number
    where tie.merchant_id = credit.merchant_id
      and tie.mutation_number = former.mutation_number
      and exists (
        select from mutations replaced
        where replaced.merchant_id = credit.merchant_id
          and replaced.mutation_number = former.mutation_number
          and replaced.announced_by_number = credit.mutation_number
      )
      and not exists (
        select from statement_ties own
        where own.merchant_id = credit.merchant_id
          and own.mutation_number = credit.mutation_number
          and own.is_settlement = tie.is_settlement
      )
    returning tie.row_id
  )
  update statement_rows
  set meaning = 'mutation'
  where merchant_id = credit.merchant_id
    and row_id in (select row_id from moved)
    and meaning = 'recorded';
end
$$;
