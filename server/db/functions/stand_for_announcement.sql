-- Lets this credit stand for the payment, in place of the former announcement.
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
end
$$;
