-- Folds the items and changes of entries behind the watermarks of some ledgers, a bounded part of them (fold_through), into
-- the totals of partners and, with a watermark of its own, their names, and moves both. The caller has locked the
-- watermarks. The settings are those of fold_lines.
create or replace function fold_partners(customers uuid[])
returns void language sql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan as $$
  with ledgers as materialized (
    select end_customer_id, partner_entry_number, named_entry_number,
      fold_through(
        end_customer_id, least(partner_entry_number, named_entry_number), last_entry_number, cardinality(customers)
      ) as through
    from ledger_heads
    join statement_watermarks using (end_customer_id)
    where end_customer_id = any(customers)
  ), sums as materialized (
    select end_customer_id, account_code, partner_key, partner_reference, partner_name, period_start, base_minor,
      other_side_minor
    from ledgers
    cross join lateral partner_sums_between(end_customer_id, partner_entry_number, through)
    order by end_customer_id, account_code, partner_key, period_start
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
    from ledgers
    cross join lateral (
      select partner_name, partner_reference, account_code,
        case when kind in ('payable', 'supplier_advance') then 'supplier' else 'customer' end as side,
        min(item.entry_number) as first_entry_number
      from open_items item
      where item.end_customer_id = ledgers.end_customer_id and item.entry_number > named_entry_number
        and item.entry_number <= through
      group by 1, 2, 3, 4
    ) written
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
    on conflict (end_customer_id, name_key, partner_reference, account_code, side) do nothing
  )
  update statement_watermarks watermark
  set partner_entry_number = greatest(watermark.partner_entry_number, through),
    named_entry_number = greatest(watermark.named_entry_number, through)
  from ledgers
  where watermark.end_customer_id = ledgers.end_customer_id
$$;
