-- Control accounts against their open items up to a day and an entry: base amounts in total, with a null currency, and
-- transaction amounts by currency where an account has foreign ones. Lines from before open items are beside both.
create or replace function control_account_figures(customer uuid, through_date date, through_entry bigint)
returns table (
  account_code text, currency text, expected_minor numeric, found_minor numeric, unassigned_minor numeric
) language sql stable as $$
  with folded as (
    -- An earlier entry than the totals have: then only raw lines count.
    select case when control_entry_number <= through_entry then control_entry_number else 0 end as through
    from statement_watermarks where end_customer_id = customer
  ), totals as (
    select account_code, currency, line_minor, line_base_minor, item_minor, item_base_minor, 0 as rest_minor,
      0 as rest_base_minor
    from control_account_totals
    where end_customer_id = customer and period_start <= through_date and (select through from folded) > 0
    union all
    select account_code, currency, line_minor, line_base_minor, item_minor, item_base_minor, 0, 0
    from folded
    cross join lateral control_sums_between(customer, array(
      select distinct account_code from control_accounts where control_accounts.end_customer_id = customer
    ), folded.through, through_entry)
    where period_start <= through_date
    union all
    select account_code, currency, 0, 0, 0, 0, amount_minor, base_amount_minor
    from legacy_lines
    where end_customer_id = customer and entry_number <= through_entry and posting_date <= through_date
    union all
    select line.account_code, line.currency, 0, 0, 0, 0, -used.amount_minor, -used.base_amount_minor
    from legacy_line_uses used
    join legacy_lines line using (end_customer_id, entry_number, line_number)
    where end_customer_id = customer and used.by_entry_number <= through_entry and used.posting_date <= through_date
  ), sums as (
    select account_code, currency, sum(line_minor) as line_minor, sum(line_base_minor) as line_base_minor,
      sum(item_minor) as item_minor, sum(item_base_minor) as item_base_minor, sum(rest_minor) as rest_minor,
      sum(rest_base_minor) as rest_base_minor
    from totals group by account_code, currency
  )
  select account_code, null, sum(line_base_minor), sum(item_base_minor), nullif(sum(rest_base_minor), 0)
  from sums group by account_code
  union all
  select account_code, currency, line_minor, item_minor, nullif(rest_minor, 0)
  from sums
  where account_code in (
    select foreign_sums.account_code from sums foreign_sums
    where foreign_sums.currency <> (select base_currency from end_customers where end_customer_id = customer)
  )
  order by 1, 2 nulls first
$$;
