-- What the entries behind `after`, up to `through`, posted on some control accounts, and what they moved of open items, by
-- the key of control_account_totals. Debit is positive.
create or replace function control_sums_between(customer uuid, accounts text[], after bigint, through bigint)
returns table (
  account_code text, currency text, period_start date, line_minor numeric, line_base_minor numeric, item_minor numeric,
  item_base_minor numeric
) language sql stable as $$
  with control as materialized (
    select unnest(accounts) as account_code
  ), moved as (
    select line.account_code, line.currency, entry.posting_date, sum(line.line_minor) as line_minor,
      sum(line.line_base_minor) as line_base_minor, 0 as item_minor, 0 as item_base_minor
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
    group by 1, 2, 3
    union all
    select item.account_code, item.currency, item.posting_date, item.line_minor, 0, item.item_minor,
      item.item_base_minor
    from control_item_sums_between(customer, after, through) item
  )
  select moved.account_code, moved.currency,
    greatest(date_trunc('month', moved.posting_date::timestamp)::date, year.start_date), sum(moved.line_minor),
    sum(moved.line_base_minor), sum(moved.item_minor), sum(moved.item_base_minor)
  from moved
  join control using (account_code)
  cross join lateral (
    select start_date from fiscal_years
    where end_customer_id = customer and start_date <= moved.posting_date
    order by start_date desc
    limit 1
  ) year
  group by 1, 2, 3
$$;
