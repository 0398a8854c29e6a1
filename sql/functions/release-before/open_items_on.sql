-- For processes of the release before; the next release removes it.
-- The open items of some accounts as they were at the end of a day, each with what was open then, in its own sign.
-- What drafts have reserved is open. Of items that were closed before the day none is read: those that the day lies
-- in are found by span_day, those that are not closed by the day on which they were opened.
create or replace function open_items_on(customer uuid, accounts text[], day date)
returns table (
  open_item_id uuid, kind text, account_code text, currency text, partner_name text, partner_reference text,
  due_on date, amount_minor bigint, base_amount_minor bigint
) language sql stable as $$
  with found as (
    select unclosed.open_item_id, kind, account_code, currency, partner_name, partner_reference, document_date, due_date,
      amount_minor, base_amount_minor, used_from, rest_from, rest_minor, rest_base_minor
    from open_items unclosed
    where end_customer_id = customer and closed_on is null and least(posting_date, used_from) <= day
    union all
    -- Spans with an earlier span_day have begun on that day already; spans with a later one are not over before it.
    select begun.open_item_id, kind, account_code, currency, partner_name, partner_reference, document_date, due_date,
      amount_minor, base_amount_minor, used_from, rest_from, rest_minor, rest_base_minor
    from span_days(day) node
    cross join lateral (
      select open_item_id, kind, account_code, currency, partner_name, partner_reference, document_date, due_date,
        amount_minor, base_amount_minor, used_from, rest_from, rest_minor, rest_base_minor
      from open_items
      where end_customer_id = customer and span_day(least(posting_date, used_from), closed_on) = node
        and closed_on is not null and closed_on > day
      offset 0
    ) begun
    where node <= day - date '0001-01-01' + 1
    union all
    select unfinished.open_item_id, kind, account_code, currency, partner_name, partner_reference, document_date, due_date,
      amount_minor, base_amount_minor, used_from, rest_from, rest_minor, rest_base_minor
    from span_days(day) node
    cross join lateral (
      select open_item_id, kind, account_code, currency, partner_name, partner_reference, document_date, due_date,
        amount_minor, base_amount_minor, used_from, rest_from, rest_minor, rest_base_minor
      from open_items
      where end_customer_id = customer and span_day(least(posting_date, used_from), closed_on) = node
        and closed_on is not null and least(posting_date, used_from) <= day
      offset 0
    ) unfinished
    where node > day - date '0001-01-01' + 1
  )
  select stood.open_item_id, stood.kind, stood.account_code, stood.currency, stood.partner_name, stood.partner_reference,
    stood.due_on, stood.amount_minor, stood.base_amount_minor
  from (
    select found.open_item_id, found.kind, found.account_code, found.currency, found.partner_name,
      found.partner_reference, coalesce(found.due_date, found.document_date) as due_on,
      -- Nearly every item is as it was opened, or as it was last: only between two uses are its changes read.
      case when used_from <= day is not true then found.amount_minor
        when rest_from <= day then rest_minor
        else (
          select sum(moved.amount_minor)::bigint from open_item_movements_of(customer, found.open_item_id, day) moved
        ) end as amount_minor,
      case when used_from <= day is not true then found.base_amount_minor
        when rest_from <= day then rest_base_minor
        else (
          select sum(moved.base_amount_minor)::bigint from open_item_movements_of(customer, found.open_item_id, day) moved
        ) end as base_amount_minor
    from found
    where found.account_code = any(accounts)
    offset 0
  ) stood
  where stood.amount_minor <> 0 or stood.base_amount_minor <> 0
$$;
