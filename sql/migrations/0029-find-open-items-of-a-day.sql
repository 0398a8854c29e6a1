-- When an item was open, so that the open items of any day are found among many that were closed long ago. All of it
-- follows from open_item_changes: an item that nothing has changed has none of it.
alter table open_items
  -- The first day on which anything else than its opening moved the item.
  add column used_from date,
  -- The first day from which on nothing of it is open; null while something is.
  add column closed_on date,
  -- What was open from this day until it was closed, where that is not the amount of its opening.
  add column rest_from date,
  add column rest_minor bigint,
  add column rest_base_minor bigint;

-- Of the days of a span the one whose number is divisible by the highest power of two. The spans that a day lies in have
-- at most one such day for each power, and span_days knows them; so a B-tree finds them. Null for a span without days.
-- Source: Kriegel, Pötke, Seidl: Managing Intervals Efficiently in Object-Relational Databases, VLDB 2000.
create function span_day(first_day date, end_day date)
returns integer language plpgsql immutable parallel safe as $$
declare
  last_number integer := end_day - date '0001-01-01';
  -- Those bits are set that differ between the last day and the day before the first.
  bits integer := (first_day - date '0001-01-01') # last_number;
begin
  if first_day >= end_day then
    return null;
  end if;
  -- All bits below the highest one are set too, and then no day's bits are kept but those from the highest one on.
  bits := bits | (bits >> 1);
  bits := bits | (bits >> 2);
  bits := bits | (bits >> 4);
  bits := bits | (bits >> 8);
  bits := bits | (bits >> 16);
  return last_number & ~(bits >> 1);
end $$;

-- The days that span_day may return for a span in which this day lies: one for each power of two.
create function span_days(day date)
returns setof integer language sql immutable parallel safe as $$
  select ((day_number >> (power + 1)) << (power + 1)) + (1 << power)
  from (select day - date '0001-01-01' + 1 as day_number) numbered, generate_series(0, 21) power
$$;

-- When some open items were open: the columns of open_items that reads of a date use, computed from what happened.
create function spans_of_items(customer uuid, items uuid[])
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

-- Trigger of open_item_changes: keeps when the items were open. What only opens an item, such as a document, has no change
-- and pays nothing for it.
create function keep_open_item_spans()
returns trigger language plpgsql as $$
declare
  changed record;
begin
  for changed in
    select end_customer_id, array_agg(distinct open_item_id order by open_item_id) as items
    from new_changes
    group by end_customer_id
    order by end_customer_id
  loop
    perform from open_items
    where end_customer_id = changed.end_customer_id and open_item_id = any(changed.items)
    order by open_item_id
    for update;
    update open_items item
    set used_from = span.used_from, closed_on = span.closed_on, rest_from = span.rest_from,
      rest_minor = span.rest_minor, rest_base_minor = span.rest_base_minor
    from spans_of_items(changed.end_customer_id, changed.items) span
    where item.end_customer_id = changed.end_customer_id and item.open_item_id = span.open_item_id;
  end loop;
  return null;
end $$;

update open_items item
set used_from = span.used_from, closed_on = span.closed_on, rest_from = span.rest_from,
  rest_minor = span.rest_minor, rest_base_minor = span.rest_base_minor
from (
  select end_customer_id, array_agg(distinct open_item_id) as items from open_item_changes group by end_customer_id
) changed
cross join lateral spans_of_items(changed.end_customer_id, changed.items) span
where item.end_customer_id = changed.end_customer_id and item.open_item_id = span.open_item_id;

create index open_items_unclosed on open_items (end_customer_id, least(posting_date, used_from)) where closed_on is null;
create index open_items_begun
  on open_items (end_customer_id, span_day(least(posting_date, used_from), closed_on), closed_on)
  where closed_on is not null;
create index open_items_unfinished
  on open_items (end_customer_id, span_day(least(posting_date, used_from), closed_on), least(posting_date, used_from))
  where closed_on is not null;

create trigger keep_spans after insert on open_item_changes referencing new table as new_changes
  for each statement execute function keep_open_item_spans();

analyze open_items;
