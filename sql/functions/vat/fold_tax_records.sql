-- Folds the entries with tax behind the watermarks of some ledgers: their records into tax_period_totals, what their lines
-- have moved into tax_account_totals, each with a watermark of its own. Only ledgers that are `at_least` so many entries
-- behind (is_behind) are folded: whoever reads totals reads the few records behind them, and a fold for every few facts
-- would cost more than they do. One query folds a bounded part of them (fold_through). The caller has locked the watermarks.
-- The settings are those of fold_lines.
create or replace function fold_tax_records(customers uuid[], at_least bigint)
returns void language sql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan as $$
  with behind as materialized (
    select end_customer_id, tax_entry_number, tax_account_entry_number,
      fold_through(
        end_customer_id, least(tax_entry_number, tax_account_entry_number), last_entry_number, cardinality(customers)
      ) as through
    from ledger_heads
    join statement_watermarks using (end_customer_id)
    where end_customer_id = any(customers)
      and is_behind(end_customer_id, least(tax_entry_number, tax_account_entry_number), last_entry_number, at_least)
  ), sums as materialized (
    select end_customer_id, date_trunc('month', posting_date::timestamp)::date as period_start, tax_code, rate_bp,
      direction, coalesce(form_figure, '') as form_figure, coalesce(activity_id, '') as activity_id, kind,
      sum(base_minor) as base_minor, sum(tax_minor) as tax_minor, count(*) as records,
      -- As they come: an order would sort all records, and nearly all of them are in sums that keep no numbers.
      array_agg(entry_number) as entry_numbers
    from behind
    cross join lateral tax_records_between(end_customer_id, tax_entry_number, through)
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ), folded as (
    insert into tax_period_totals as totals (
      end_customer_id, period_start, tax_code, rate_bp, direction, form_figure, activity_id, kind, base_minor, tax_minor,
      records, entry_numbers
    )
    select end_customer_id, period_start, tax_code, rate_bp, direction, form_figure, activity_id, kind, base_minor, tax_minor,
      records, case when records <= 50 then array(
        select distinct entry_number from unnest(sums.entry_numbers) number (entry_number) order by entry_number
      ) end
    from sums
    order by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (end_customer_id, period_start, tax_code, rate_bp, direction, form_figure, activity_id, kind) do update
    set base_minor = totals.base_minor + excluded.base_minor, tax_minor = totals.tax_minor + excluded.tax_minor,
      records = totals.records + excluded.records, entry_numbers = case
        when totals.entry_numbers is not null and totals.records + excluded.records <= 50
        then totals.entry_numbers || excluded.entry_numbers
      end
  ), folded_accounts as (
    insert into tax_account_totals as totals (end_customer_id, period_start, account_code, recorded_minor, taxed_lines)
    select behind.end_customer_id, date_trunc('month', posting_date::timestamp)::date, account_code,
      sum(recorded_minor), count(*) filter (where has_tax)
    from behind
    cross join lateral taxed_lines_between(end_customer_id, tax_account_entry_number, through)
    group by 1, 2, 3
    order by 1, 2, 3
    on conflict (end_customer_id, period_start, account_code) do update
    set recorded_minor = totals.recorded_minor + excluded.recorded_minor,
      taxed_lines = totals.taxed_lines + excluded.taxed_lines
  )
  update statement_watermarks watermark
  set tax_entry_number = greatest(watermark.tax_entry_number, through),
    tax_account_entry_number = greatest(watermark.tax_account_entry_number, through)
  from behind
  where watermark.end_customer_id = behind.end_customer_id
$$;
