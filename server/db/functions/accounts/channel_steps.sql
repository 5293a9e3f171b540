-- Returns the payment steps of a channel for a merchant's customers, numbered from 1. For a merchant without additions
-- it takes one index probe.
create or replace function channel_steps(merchant uuid, channel uuid, built_in json) returns json
language sql stable
return coalesce(
  (
    select (
      select json_agg(
        json_build_object('step', numbered.step, 'title', numbered.title, 'content', numbered.content)
        order by numbered.step
      )
      from (
        select row_number() over (order by part.place, one.place) as step, one.step ->> 'title' as title,
          one.step ->> 'content' as content
        from (values (1, built_in), (2, additions.steps)) part (place, steps)
        cross join lateral json_array_elements(part.steps) with ordinality one (step, place)
      ) numbered
    )
    from instruction_additions additions
    where additions.merchant_id = merchant
      and additions.channel_id = channel
  ),
  built_in
);
