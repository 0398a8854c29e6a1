-- When some open items were open: the columns of open_items that reads of a date use, computed from what happened.
create or replace function spans_of_items(customer uuid, items uuid[])
returns table (
  open_item_id uuid, used_from date, closed_on date, rest_from date, rest_minor bigint, rest_base_minor bigint
) language sql stable as $$
  with days as (
    select moved.open_item_id, posting_date, min(posting_date) filter (where is_use) as used_on,
      sum(sum(amount_minor)) over item_by_day as amount_minor,
      sum(sum(base_amount_minor)) over item_by_day as base_amount_minor,
      lead(posting_date) over item_by_day as next_day
    from (
      select item.open_item_id, posting_date, amount_minor, base_amount_minor, false as is_use
      from unnest(items) wanted
      join open_items item on item.end_customer_id = customer and item.open_item_id = wanted
      union all
      select change.open_item_id, posting_date, amount_minor, base_amount_minor, true
      from unnest(items) wanted
      join open_item_changes change on change.end_customer_id = customer and change.open_item_id = wanted
    ) moved
    group by moved.open_item_id, posting_date
    window item_by_day as (partition by moved.open_item_id order by posting_date)
  ), ends as (
    select distinct on (days.open_item_id) days.open_item_id, posting_date, next_day, amount_minor, base_amount_minor,
      amount_minor <> 0 or base_amount_minor <> 0 as is_open,
      min(used_on) over (partition by days.open_item_id) as used_from
    from days
    -- The last day with something open; without any, the first day.
    order by days.open_item_id, amount_minor <> 0 or base_amount_minor <> 0 desc,
      case when amount_minor <> 0 or base_amount_minor <> 0 then posting_date end desc, posting_date
  )
  select ends.open_item_id, used_from, case when is_open then next_day else posting_date end,
    -- An item that was used once is as it was opened until it is closed.
    rest.rest_from, rest.rest_minor, rest.rest_base_minor
  from ends
  left join lateral (
    select posting_date as rest_from, amount_minor::bigint as rest_minor, base_amount_minor::bigint as rest_base_minor
    where is_open and posting_date >= used_from
  ) rest on true
$$;
