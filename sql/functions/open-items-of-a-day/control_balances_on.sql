-- The balances of some control accounts at the end of a day, by the currency of their lines, and what of them no open item
-- explains because its lines are older than open items. Debit is positive. Whole months come from control_account_totals,
-- and from lines that no refresh has folded yet. To the months before the day's the lines of its month up to the day are
-- added; late in a month, the lines after the day are taken off those with its month. Their bounds follow from the day
-- alone, so that every plan looks the lines up by account and date. A currency without any line up to the day has no balance,
-- also where its lines after the day have been taken off: what comes later changes no list of the day.
create or replace function control_balances_on(customer uuid, accounts text[], day date)
returns table (
  account_code text, currency text, amount_minor numeric, base_amount_minor numeric, unassigned_minor numeric,
  unassigned_base_minor numeric
)
language sql stable
set jit = off
-- Lines of half a month have a few sums. A sort of all of them looks no dearer, beside what a revaluation might cost.
set enable_sort = off
set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan
as $$
  with folded as (
    select control_entry_number as through,
      (date_trunc('month', day::timestamp) + case when extract(day from day) > 15 then interval '1 month' else '0' end)::date
        as first_other_month,
      date_trunc('month', day::timestamp)::date as first_of_month,
      case when extract(day from day) > 15 then -1 else 1 end as sign
    from statement_watermarks where end_customer_id = customer
  ), amounts as (
    select totals.account_code, totals.currency, line_minor as amount_minor, line_base_minor as base_amount_minor,
      0 as unassigned_minor, 0 as unassigned_base_minor, period_start < first_of_month as is_before
    from folded, control_account_totals totals
    where totals.end_customer_id = customer and totals.account_code = any(accounts) and period_start < first_other_month
      and through > 0
    union all
    select behind.account_code, behind.currency, line_minor, line_base_minor, 0, 0, period_start < first_of_month
    from folded
    cross join lateral control_sums_between(customer, accounts, folded.through, (
      select last_entry_number from ledger_heads where end_customer_id = customer
    )) behind
    where period_start < first_other_month
    union all
    select lines.account_code, lines.currency, sign * lines.amount_minor, sign * lines.base_amount_minor, 0, 0, sign > 0
    from folded
    cross join (
      select line.account_code, transaction_currency as currency, sum(debit_minor - credit_minor) as base_amount_minor,
        sum(case
          -- A revaluation in base currency moves an item in another one: its base amount alone counts.
          when line.open_item is not null and (
            select item.currency <> transaction_currency
            from open_item_changes change
            join open_items item on item.end_customer_id = customer and item.open_item_id = change.open_item_id
            where change.end_customer_id = customer and change.entry_number = line.entry_number
              and change.line_number = line.line_number and change.amount_minor = 0
            limit 1
          ) then 0
          when debit_minor > 0 then transaction_minor
          else -transaction_minor
        end) as amount_minor
      from journal_lines line
      where end_customer_id = customer and line.account_code = any(accounts)
        and posting_date >= case when extract(day from day) > 15 then day + 1
          else date_trunc('month', day::timestamp)::date end
        and posting_date <= case when extract(day from day) > 15
          then (date_trunc('month', day::timestamp) + interval '1 month' - interval '1 day')::date else day end
      group by line.account_code, transaction_currency
    ) lines
    union all
    select legacy.account_code, legacy.currency, 0, 0, legacy.amount_minor, legacy.base_amount_minor, true
    from legacy_lines legacy
    where legacy.end_customer_id = customer and legacy.account_code = any(accounts) and posting_date <= day
    union all
    select legacy.account_code, legacy.currency, 0, 0, -used.amount_minor, -used.base_amount_minor, true
    from legacy_line_uses used
    join legacy_lines legacy using (end_customer_id, entry_number, line_number)
    where end_customer_id = customer and legacy.account_code = any(accounts) and used.posting_date <= day
  )
  select amounts.account_code, amounts.currency, sum(amount_minor), sum(base_amount_minor), sum(unassigned_minor),
    sum(unassigned_base_minor)
  from amounts
  group by amounts.account_code, amounts.currency
  having bool_or(is_before) or sum(amount_minor) <> 0 or sum(base_amount_minor) <> 0 or (
    select true from journal_lines line
    where end_customer_id = customer and line.account_code = amounts.account_code
      and line.transaction_currency = amounts.currency and posting_date <= day
      and posting_date >= date_trunc('month', day::timestamp)::date
    limit 1
  )
$$;
