-- What was open at the end of a day, of each open item of an end customer, in its own sign, with the group that it is in and
-- the day from which it ages. The same items as those of items_open_on on all accounts, found in the same way, in rows that
-- have nothing but this: most of those that are open on a day stand on the same few pages.
create or replace function spans_open_on(customer uuid, day date)
returns table (open_item_id uuid, group_id uuid, due_on date, open_minor bigint, base_open_minor bigint)
language sql stable as $$
  select stood.open_item_id, stood.group_id, stood.due_on, stood.open_minor, stood.base_open_minor
  from (
    select open_item_id, group_id, due_on,
      coalesce(open_amount_on(day, used_from, amount_minor, rest_from, rest_minor),
        moved_amount(customer, open_item_id, day, false)) as open_minor,
      coalesce(open_amount_on(day, used_from, base_amount_minor, rest_from, rest_base_minor),
        moved_amount(customer, open_item_id, day, true)) as base_open_minor
    from open_item_spans
    where end_customer_id = customer and closed_on is null and first_day <= day
      -- Spans with an earlier span_day have begun on that day already; spans with a later one are not over before it.
      or customer = end_customer_id and closed_on is not null and closed_on > day and span_day = any(array(
        select node from span_days(day) node where node <= day - date '0001-01-01' + 1
      ))
      or end_customer_id = coalesce(customer, customer) and closed_on is not null and first_day <= day
        and span_day = any(array(
          select node from span_days(day) node where node > day - date '0001-01-01' + 1
        ))
    offset 0
  ) stood
  where open_minor <> 0 or base_open_minor <> 0
$$;
