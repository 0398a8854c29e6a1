-- What the entries behind `after`, up to `through`, change of the balances of partners on control accounts, by the key
-- of partner_period_totals: the change itself, and the change of what the partner has on the other side than the
-- account. The latter depends on the balance, so it is computed anew for all periods of the partners that moved, from
-- the totals that are folded up to `after`; it may change in a later period than the one that was posted into. It costs
-- as much as there are such items and changes, and periods of their partners.
create or replace function partner_sums_between(customer uuid, after bigint, through bigint)
returns table (
  account_code text, partner_key text, partner_reference text, partner_name text, period_start date, base_minor numeric,
  other_side_minor numeric
)
language sql stable as $$
  with written as materialized (
    select item.account_code, item.partner_reference, item.partner_name,
      greatest(date_trunc('month', item.posting_date::timestamp)::date, starts[width_bucket(item.posting_date, starts)])
        as period_start,
      sum(case when kind in ('payable', 'supplier_advance') then -base_amount_minor else base_amount_minor end)
        as base_minor
    from (
      (select kind, account_code, partner_reference, partner_name, posting_date, base_amount_minor
      from open_items
      where end_customer_id = customer and entry_number > after and entry_number <= through
      order by entry_number, line_number)
      union all
      select kind, account_code, partner_reference, partner_name, change.posting_date, change.base_amount_minor
      from (
        select open_item_id, posting_date, base_amount_minor from open_item_changes
        where end_customer_id = customer and entry_number > after and entry_number <= through
        order by entry_number, line_number
      ) change
      -- sql.md: lateral limit 1
      cross join lateral (
        select kind, account_code, partner_reference, partner_name from open_items
        where end_customer_id = customer and open_item_id = change.open_item_id
        limit 1
      ) item
    ) item
    -- sql.md: buckets
    cross join (
      select array(select start_date from fiscal_years where end_customer_id = customer order by start_date) as starts
    ) years
    group by 1, 2, 3, 4
  ), moved as materialized (
    -- Names are compared once for all of their items.
    select written.account_code, partner_key(written.partner_reference, written.partner_name) as partner_key,
      written.period_start, sum(written.base_minor) as base_minor, max(written.partner_reference) as partner_reference,
      min(written.partner_name collate "C") as partner_name
    from written
    group by 1, 2, 3
  ), periods as (
    select moved.account_code, moved.partner_key, moved.period_start, moved.base_minor, 0 as folded_minor from moved
    union all
    select touched.account_code, touched.partner_key, folded.period_start, 0, folded.base_minor
    from (select distinct moved.account_code, moved.partner_key from moved) touched
    -- sql.md: lateral in order
    cross join lateral (
      select period_start, base_minor from partner_period_totals totals
      where totals.end_customer_id = customer and totals.account_code = touched.account_code
        and totals.partner_key = touched.partner_key
      order by period_start
    ) folded
    where after > 0
  ), balances as (
    select periods.account_code, periods.partner_key, periods.period_start, sum(base_minor) as base_minor,
      sum(sum(folded_minor)) over through_period as before_minor,
      sum(sum(folded_minor + base_minor)) over through_period as after_minor
    from periods
    group by 1, 2, 3
    window through_period as (
      partition by periods.account_code, periods.partner_key order by periods.period_start
    )
  ), sides as (
    select balances.account_code, balances.partner_key, balances.period_start, balances.base_minor,
      case account_type when 'asset' then least(after_minor, 0) - least(before_minor, 0)
        else greatest(after_minor, 0) - greatest(before_minor, 0) end as other_side_minor
    from balances
    join accounts on accounts.end_customer_id = customer and accounts.account_code = balances.account_code
  ), changes as (
    select sides.account_code, sides.partner_key, sides.period_start, sides.base_minor,
      other_side_minor - lag(other_side_minor, 1, 0::numeric) over (
        partition by sides.account_code, sides.partner_key order by sides.period_start
      ) as other_side_minor
    from sides
  )
  select changes.account_code, changes.partner_key, named.partner_reference, named.partner_name, changes.period_start,
    changes.base_minor, changes.other_side_minor
  from changes
  join (
    select moved.account_code, moved.partner_key, max(moved.partner_reference) as partner_reference,
      min(moved.partner_name collate "C") as partner_name
    from moved
    group by moved.account_code, moved.partner_key
  ) named on named.account_code = changes.account_code and named.partner_key = changes.partner_key
  where changes.base_minor <> 0 or changes.other_side_minor <> 0
$$;
