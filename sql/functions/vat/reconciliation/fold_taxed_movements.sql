-- Folds what the entries behind the watermarks of some ledgers have moved into taxed_movement_totals, and moves the watermark
-- that is its own. Only ledgers that are `at_least` so many entries behind (is_behind) are folded, and a bounded part of them
-- by one query (fold_through). The caller has locked the watermarks. Parts are grouped by hash: a sort by eleven columns cost as much
-- as finding them.
create or replace function fold_taxed_movements(customers uuid[], at_least bigint)
returns void language sql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan as $$
  with behind as materialized (
    select end_customer_id, movement_entry_number,
      fold_through(end_customer_id, movement_entry_number, last_entry_number, cardinality(customers)) as through
    from ledger_heads
    join statement_watermarks using (end_customer_id)
    where end_customer_id = any(customers)
      and is_behind(end_customer_id, movement_entry_number, last_entry_number, at_least)
  ), folded as (
    insert into taxed_movement_totals as totals (
      end_customer_id, period_start, entry_type, part, account_code, counter_code, kind, tax_code, direction, form_figure,
      activity_id, amount_minor, parts
    )
    select end_customer_id, date_trunc('month', posting_date::timestamp)::date, entry_type, part, account_code,
      counter_code, kind, tax_code, direction, form_figure, activity_id, sum(amount_minor), count(*)
    from behind
    cross join lateral taxed_movements_between(end_customer_id, movement_entry_number, through)
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    order by 1, 2, 5, 4, 6, 8, 9, 10, 11, 7, 3
    on conflict (
      end_customer_id, period_start, account_code, part, counter_code, tax_code, direction, form_figure, activity_id,
      kind, entry_type
    ) do update
    set amount_minor = totals.amount_minor + excluded.amount_minor, parts = totals.parts + excluded.parts
  )
  update statement_watermarks watermark
  set movement_entry_number = behind.through
  from behind
  where watermark.end_customer_id = behind.end_customer_id
$$;
