-- Folds the items and changes of the entries behind the watermarks of some ledgers into the totals of partners and, with
-- a watermark of its own, their names, and moves both. The caller has locked the watermarks. The settings are those of fold_lines.
create or replace function fold_partners(customers uuid[])
returns void language sql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan as $$
  with heads as (
    select end_customer_id, last_entry_number from ledger_heads
    where end_customer_id = any(customers)
  ), sums as materialized (
    select watermark.end_customer_id, account_code, partner_key, partner_reference, partner_name, period_start,
      base_minor, other_side_minor
    from heads
    join statement_watermarks watermark using (end_customer_id)
    cross join lateral partner_sums_between(end_customer_id, partner_entry_number, last_entry_number)
    order by watermark.end_customer_id, account_code, partner_key, period_start
  ), partners as (
    insert into partner_period_totals as totals (
      end_customer_id, account_code, partner_key, period_start, base_minor
    )
    select end_customer_id, account_code, partner_key, period_start, base_minor from sums where base_minor <> 0
    on conflict (end_customer_id, account_code, partner_key, period_start) do update
    set base_minor = totals.base_minor + excluded.base_minor
  ), other_sides as (
    insert into other_side_totals as totals (
      end_customer_id, account_code, partner_key, partner_reference, partner_name, period_start, base_minor
    )
    select end_customer_id, account_code, partner_key, partner_reference, partner_name, period_start,
      other_side_minor
    from sums where other_side_minor <> 0
    on conflict (end_customer_id, account_code, partner_key, period_start) do update
    set base_minor = totals.base_minor + excluded.base_minor
  ), names as (
    -- A later item names nobody anew: the first one stays.
    insert into partner_names (end_customer_id, name_key, partner_reference, account_code, side, first_entry_number)
    select end_customer_id, partner_name_key(partner_name) as name_key, partner_reference, account_code, side,
      min(first_entry_number)
    from heads
    join statement_watermarks watermark using (end_customer_id)
    cross join lateral (
      select partner_name, partner_reference, account_code,
        case when kind in ('payable', 'supplier_advance') then 'supplier' else 'customer' end as side,
        min(item.entry_number) as first_entry_number
      from open_items item
      where item.end_customer_id = watermark.end_customer_id and item.entry_number > named_entry_number
        and item.entry_number <= last_entry_number
      group by 1, 2, 3, 4
    ) written
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
    on conflict (end_customer_id, name_key, partner_reference, account_code, side) do nothing
  )
  update statement_watermarks watermark
  set partner_entry_number = heads.last_entry_number, named_entry_number = heads.last_entry_number
  from heads
  where watermark.end_customer_id = heads.end_customer_id
$$;
