-- The open items of some accounts as they were at the end of a day, each with what was open then, in its own sign, and
-- where its row was found. What drafts have reserved is open. Of items that were closed before the day none is read: those
-- that the day lies in are found by span_day, those that are not closed by the day on which they were opened. All of
-- them are one reading of the table (sql.md: indexes read together). The inner query computes each amount once: ten
-- thousand items notice every step that they go through.
create or replace function items_open_on(customer uuid, accounts text[], day date)
returns table (
  found_at tid, open_item_id uuid, kind text, payment_id uuid, account_code text, entry_number bigint, partner_name text,
  partner_reference text, document_number text, document_date date, due_date date, due_on date,
  payment_reference text, is_opening boolean, currency text, amount_minor bigint, base_amount_minor bigint,
  open_minor bigint, base_open_minor bigint
) language sql stable as $$
  select stood.found_at, stood.open_item_id, stood.kind, stood.payment_id, stood.account_code, stood.entry_number,
    stood.partner_name, stood.partner_reference, stood.document_number, stood.document_date, stood.due_date,
    stood.due_on, stood.payment_reference, stood.is_opening, stood.currency, stood.amount_minor,
    stood.base_amount_minor, stood.open_minor, stood.base_open_minor
  from (
    select item.ctid as found_at, open_item_id, kind, payment_id, account_code, entry_number, partner_name,
      partner_reference, document_number, document_date, due_date, coalesce(due_date, document_date) as due_on,
      payment_reference, is_opening, currency, amount_minor, base_amount_minor,
      coalesce(open_amount_on(day, used_from, amount_minor, rest_from, rest_minor),
        moved_amount(customer, open_item_id, day, false)) as open_minor,
      coalesce(open_amount_on(day, used_from, base_amount_minor, rest_from, rest_base_minor),
        moved_amount(customer, open_item_id, day, true)) as base_open_minor
    from open_items item
    where account_code = any(accounts) and (
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
    offset 0
  ) stood
  where open_minor <> 0 or base_open_minor <> 0
$$;
