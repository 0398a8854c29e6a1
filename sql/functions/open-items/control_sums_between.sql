-- What the entries behind `after`, up to `through`, posted on some control accounts, and what they moved of open items, by
-- the key of control_account_totals. Debit is positive. Of a revaluation in base currency the base amount alone counts:
-- its item is in another currency and keeps its amount.
create or replace function control_sums_between(customer uuid, accounts text[], after bigint, through bigint)
returns table (
  account_code text, currency text, period_start date, line_minor numeric, line_base_minor numeric, item_minor numeric,
  item_base_minor numeric
) language sql stable as $$
  select moved.account_code, moved.currency,
    greatest(date_trunc('month', moved.posting_date::timestamp)::date, year.start_date), sum(moved.line_minor),
    sum(moved.line_base_minor), sum(moved.item_minor), sum(moved.item_base_minor)
  from (
    select line.account_code, line.currency, entry.posting_date, line.line_minor, line.line_base_minor,
      0 as item_minor, 0 as item_base_minor
    from journal_entries entry
    -- sql.md: lateral in order
    cross join lateral (
      select account_code, transaction_currency as currency, debit_minor - credit_minor as line_base_minor,
        case when debit_minor > 0 then transaction_minor else -transaction_minor end as line_minor
      from journal_lines
      where journal_lines.end_customer_id = customer and journal_lines.entry_number = entry.entry_number
      order by line_number
    ) line
    where entry.end_customer_id = customer and entry.entry_number > after and entry.entry_number <= through
      and line.account_code = any(accounts)
    union all
    select item.account_code, item.currency, item.posting_date, 0, 0, side * item.amount_minor,
      side * item.base_amount_minor
    from open_items item
    cross join lateral (select case when kind in ('payable', 'supplier_advance') then -1 else 1 end as side) signed
    where item.end_customer_id = customer and item.entry_number > after and item.entry_number <= through
      and item.line_number > 0 and item.account_code = any(accounts)
    union all
    select item.account_code, part.currency, change.posting_date, part.line_minor, 0, part.item_minor,
      part.item_base_minor
    from open_item_changes change
    -- sql.md: lateral limit 1
    cross join lateral (
      select account_code, currency, case when kind in ('payable', 'supplier_advance') then -1 else 1 end as side
      from open_items
      where open_items.end_customer_id = customer and open_items.open_item_id = change.open_item_id
      limit 1
    ) item
    cross join lateral (
      select item.currency, 0 as line_minor, side * change.amount_minor as item_minor,
        side * change.base_amount_minor as item_base_minor
      union all
      select transaction_currency, case when debit_minor > 0 then -transaction_minor else transaction_minor end, 0, 0
      from journal_lines
      where change.amount_minor = 0 and journal_lines.end_customer_id = customer
        and journal_lines.entry_number = change.entry_number and journal_lines.line_number = change.line_number
        and transaction_currency <> item.currency
    ) part
    where change.end_customer_id = customer and change.entry_number > after and change.entry_number <= through
      and change.line_number > 0 and item.account_code = any(accounts)
  ) moved
  cross join lateral (
    select start_date from fiscal_years
    where end_customer_id = customer and start_date <= moved.posting_date
    order by start_date desc
    limit 1
  ) year
  group by 1, 2, 3
$$;
