-- The mutation that stands for this credit's payment already: same device and text, another app, seconds apart. Each
-- announcement has one report of an app, so a second real payment of the same text finds none and stands for itself.
create or replace function find_announcement(credit mutations) returns mutations
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
