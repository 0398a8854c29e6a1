-- Folds the tax records of the entries behind the watermarks of some ledgers into tax_period_totals, and moves the watermark
-- that is their own. The caller has locked the watermarks. The settings are those of fold_lines.
create or replace function fold_tax_records(customers uuid[])
returns void language sql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
  with heads as materialized (
    select end_customer_id, last_entry_number from ledger_heads
    where end_customer_id = any(customers)
  ), folded as (
    insert into tax_period_totals as totals (
      end_customer_id, period_start, tax_code, rate_bp, direction, form_figure, activity_id, kind, base_minor, tax_minor,
      records
    )
    select end_customer_id, date_trunc('month', posting_date::timestamp)::date, tax_code, rate_bp, direction,
      coalesce(form_figure, ''), coalesce(activity_id, ''), kind, sum(base_minor), sum(tax_minor), count(*)
    from heads
    join statement_watermarks watermark using (end_customer_id)
    cross join lateral tax_records_between(end_customer_id, tax_entry_number, last_entry_number)
    group by 1, 2, 3, 4, 5, 6, 7, 8
    order by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (end_customer_id, period_start, tax_code, rate_bp, direction, form_figure, activity_id, kind) do update
    set base_minor = totals.base_minor + excluded.base_minor, tax_minor = totals.tax_minor + excluded.tax_minor,
      records = totals.records + excluded.records
  )
  update statement_watermarks watermark
  set tax_entry_number = heads.last_entry_number
  from heads
  where watermark.end_customer_id = heads.end_customer_id
$$;
