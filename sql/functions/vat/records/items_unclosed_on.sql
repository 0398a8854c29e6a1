-- Receivables and payables that were opened on a day or before it and not closed by its end. Items that were closed by then are not
-- read: those that the day lies in are found by span_day, those that are not closed by the day on which they were opened, as
-- items_open_on does (sql.md: indexes read together).
create or replace function items_unclosed_on(customer uuid, day date) returns setof uuid
language sql stable as $$
  select open_item_id
  from open_items item
  where kind in ('receivable', 'payable') and posting_date <= day and (
    end_customer_id = customer and closed_on is null and least(posting_date, used_from) <= day
    -- Spans with an earlier span_day have begun on that day already; spans with a later one are not over before it.
    or customer = end_customer_id and closed_on is not null and closed_on > day
      and span_day(least(posting_date, used_from), closed_on) = any(array(
      select node from span_days(day) node where node <= day - date '0001-01-01' + 1
    ))
    or end_customer_id = coalesce(customer, customer) and closed_on is not null
      and least(posting_date, used_from) <= day
      and span_day(least(posting_date, used_from), closed_on) = any(array(
        select node from span_days(day) node where node > day - date '0001-01-01' + 1
      ))
  )
$$;
