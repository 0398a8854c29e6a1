-- The fold of control accounts against the lines and items that it was made of.
create or replace function control_total_findings(customer uuid)
returns table ("check" text, subject text, expected text, found text)
language sql stable as $$
  select 'totals of control accounts equal lines and items',
    concat_ws(' ', 'account', account_code, currency, 'from', period_start),
    concat_ws(', ', coalesce(raw.line, 0), coalesce(raw.line_base, 0), coalesce(raw.item, 0), coalesce(raw.item_base, 0)),
    concat_ws(', ', coalesce(total.line_minor, 0), coalesce(total.line_base_minor, 0), coalesce(total.item_minor, 0),
      coalesce(total.item_base_minor, 0))
  from (
    select account_code, currency, period_start, line_minor as line, line_base_minor as line_base, item_minor as item,
      item_base_minor as item_base
    from statement_watermarks watermark
    cross join lateral control_sums_between(customer, array(
      select distinct account_code from control_accounts where control_accounts.end_customer_id = customer
    ), 0, watermark.control_entry_number)
    where end_customer_id = customer
  ) raw
  full join (
    select account_code, currency, period_start, line_minor, line_base_minor, item_minor, item_base_minor
    from control_account_totals where end_customer_id = customer
  ) total using (account_code, currency, period_start)
  where (coalesce(raw.line, 0), coalesce(raw.line_base, 0), coalesce(raw.item, 0), coalesce(raw.item_base, 0))
    <> (coalesce(total.line_minor, 0), coalesce(total.line_base_minor, 0), coalesce(total.item_minor, 0),
      coalesce(total.item_base_minor, 0))
$$;
