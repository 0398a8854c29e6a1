-- Folds the lines behind the watermarks of some ledgers into account_period_totals and, with the open items, into
-- control_account_totals, in one reading of the lines. Each fold has a watermark of its own, because processes of the
-- release before move one of them alone.
--
-- A refresh has few entries of each of many ledgers, so planning would cost as much as the work: a session plans once.
-- See sql.md: settings of a function.
create or replace function fold_lines(customers uuid[])
returns void language sql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
  with ledgers as materialized (
    select end_customer_id, last_entry_number, entry_number, control_entry_number
    from statement_watermarks join ledger_heads using (end_customer_id)
    where end_customer_id = any(customers)
  ), sums as materialized (
    select end_customer_id, account_code, period_start, entry_type, currency, is_for_totals, is_for_control, debit_minor,
      credit_minor, line_minor
    from ledgers
    cross join lateral line_sums_between(
      end_customer_id, least(entry_number, control_entry_number), last_entry_number, entry_number, control_entry_number
    )
  ), folded as (
    insert into account_period_totals as totals (
      end_customer_id, account_code, period_start, entry_type, debit_minor, credit_minor
    )
    select end_customer_id, account_code, period_start, entry_type, sum(debit_minor), sum(credit_minor)
    from sums
    where is_for_totals
    group by end_customer_id, account_code, period_start, entry_type
    order by end_customer_id, account_code, period_start, entry_type
    on conflict (end_customer_id, account_code, period_start, entry_type) do update
    set debit_minor = totals.debit_minor + excluded.debit_minor,
      credit_minor = totals.credit_minor + excluded.credit_minor
  ), moved as (
    select end_customer_id, account_code, currency, period_start, line_minor, debit_minor - credit_minor as line_base_minor,
      0 as item_minor, 0 as item_base_minor
    from sums
    where is_for_control
    union all
    select end_customer_id, account_code, currency,
      greatest(date_trunc('month', posting_date::timestamp)::date, year.start_date), line_minor, 0, item_minor,
      item_base_minor
    from ledgers
    cross join lateral control_item_sums_between(end_customer_id, control_entry_number, last_entry_number)
    cross join lateral (
      select start_date from fiscal_years
      where fiscal_years.end_customer_id = ledgers.end_customer_id and start_date <= posting_date
      order by start_date desc
      limit 1
    ) year
  ), folded_control as (
    insert into control_account_totals as totals (
      end_customer_id, account_code, currency, period_start, line_minor, line_base_minor, item_minor, item_base_minor
    )
    select end_customer_id, account_code, currency, period_start, sum(line_minor), sum(line_base_minor),
      sum(item_minor), sum(item_base_minor)
    from moved
    join (select distinct end_customer_id, account_code from control_accounts where end_customer_id = any(customers)) control
      using (end_customer_id, account_code)
    group by end_customer_id, account_code, currency, period_start
    order by end_customer_id, account_code, currency, period_start
    on conflict (end_customer_id, account_code, currency, period_start) do update
    set line_minor = totals.line_minor + excluded.line_minor,
      line_base_minor = totals.line_base_minor + excluded.line_base_minor,
      item_minor = totals.item_minor + excluded.item_minor,
      item_base_minor = totals.item_base_minor + excluded.item_base_minor
  )
  update statement_watermarks watermark
  set entry_number = ledgers.last_entry_number, control_entry_number = ledgers.last_entry_number
  from ledgers
  where watermark.end_customer_id = ledgers.end_customer_id
$$;
