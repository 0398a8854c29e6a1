-- Folds lines behind the watermarks of some ledgers, a bounded part of them (fold_through), into account_period_totals and,
-- with the open items, into control_account_totals, in one reading of the lines. Each fold has a watermark of its own,
-- because processes of the release before move one of them alone.
--
-- The period of a line is its month, or the part of the month in its fiscal year (sums_between). The lines of a ledger are
-- one range of their key. Entries are wide, so none is read: those that are not standard stand in an index of their own,
-- as a second range in the same order. Without nested loops the two are merged; a lateral query remains one. Without sorts
-- lines are grouped by hash: there are many of them, and few groups.
--
-- A refresh has few entries of each of many ledgers, so planning would cost as much as the work: a session plans once.
-- See sql.md: settings of a function.
create or replace function fold_lines(customers uuid[])
returns void language sql
set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_sort = off
set enable_incremental_sort = off set plan_cache_mode = force_generic_plan as $$
  with ledgers as materialized (
    select end_customer_id, entry_number, control_entry_number,
      fold_through(
        end_customer_id, least(entry_number, control_entry_number), last_entry_number, cardinality(customers)
      ) as through,
      array(
        select start_date from fiscal_years
        where fiscal_years.end_customer_id = watermark.end_customer_id
        order by start_date
      ) as years,
      array(
        select distinct account_code from control_accounts
        where control_accounts.end_customer_id = watermark.end_customer_id
      ) as control_accounts
    from statement_watermarks watermark
    -- sql.md: lateral limit 1
    cross join lateral (
      select last_entry_number from ledger_heads where ledger_heads.end_customer_id = watermark.end_customer_id limit 1
    ) head
    where end_customer_id = any(customers)
  ), sums as materialized (
    select end_customer_id, control_accounts, account_code, period_start, entry_type, currency, debit_minor, credit_minor,
      line_minor, line_base_minor
    from ledgers
    cross join lateral (
      select account_code,
        greatest(date_trunc('month', posting_date::timestamp)::date, years[width_bucket(posting_date, years)])
          as period_start,
        coalesce(entry_type, 'standard') as entry_type, transaction_currency as currency,
        sum(debit_minor) filter (where line.entry_number > ledgers.entry_number) as debit_minor,
        sum(credit_minor) filter (where line.entry_number > ledgers.entry_number) as credit_minor,
        sum(case when debit_minor > 0 then transaction_minor else -transaction_minor end)
          filter (where line.entry_number > control_entry_number) as line_minor,
        sum(debit_minor - credit_minor) filter (where line.entry_number > control_entry_number) as line_base_minor
      from (
        select entry_number, account_code, posting_date, debit_minor, credit_minor, transaction_currency,
          transaction_minor
        from journal_lines
        where journal_lines.end_customer_id = ledgers.end_customer_id
          and journal_lines.entry_number > least(ledgers.entry_number, control_entry_number)
          and journal_lines.entry_number <= through
        order by entry_number, line_number
      ) line
      left join (
        select entry_number, entry_type from journal_entries
        where journal_entries.end_customer_id = ledgers.end_customer_id
          and journal_entries.entry_number > least(ledgers.entry_number, control_entry_number)
          and journal_entries.entry_number <= through and entry_type <> 'standard'
        order by entry_number
      ) other using (entry_number)
      group by 1, 2, 3, 4
    ) sum_of_lines
  ), folded as (
    insert into account_period_totals as totals (
      end_customer_id, account_code, period_start, entry_type, debit_minor, credit_minor
    )
    select end_customer_id, account_code, period_start, entry_type, sum(debit_minor), sum(credit_minor)
    from sums
    where debit_minor is not null
    group by end_customer_id, account_code, period_start, entry_type
    order by end_customer_id, account_code, period_start, entry_type
    on conflict (end_customer_id, account_code, period_start, entry_type) do update
    set debit_minor = totals.debit_minor + excluded.debit_minor,
      credit_minor = totals.credit_minor + excluded.credit_minor
  ), moved as (
    select end_customer_id, account_code, currency, period_start, line_minor, line_base_minor, 0 as item_minor,
      0 as item_base_minor
    from sums
    where line_minor is not null and account_code = any(control_accounts)
    union all
    select end_customer_id, account_code, currency,
      greatest(date_trunc('month', posting_date::timestamp)::date, years[width_bucket(posting_date, years)]),
      line_minor, 0, item_minor, item_base_minor
    from ledgers
    cross join lateral control_item_sums_between(end_customer_id, control_entry_number, through)
    where account_code = any(control_accounts)
  ), folded_control as (
    insert into control_account_totals as totals (
      end_customer_id, account_code, currency, period_start, line_minor, line_base_minor, item_minor, item_base_minor
    )
    select end_customer_id, account_code, currency, period_start, sum(line_minor), sum(line_base_minor),
      sum(item_minor), sum(item_base_minor)
    from moved
    group by end_customer_id, account_code, currency, period_start
    order by end_customer_id, account_code, currency, period_start
    on conflict (end_customer_id, account_code, currency, period_start) do update
    set line_minor = totals.line_minor + excluded.line_minor,
      line_base_minor = totals.line_base_minor + excluded.line_base_minor,
      item_minor = totals.item_minor + excluded.item_minor,
      item_base_minor = totals.item_base_minor + excluded.item_base_minor
  )
  update statement_watermarks watermark
  set entry_number = greatest(watermark.entry_number, through),
    control_entry_number = greatest(watermark.control_entry_number, through)
  from ledgers
  where watermark.end_customer_id = ledgers.end_customer_id and watermark.end_customer_id = any(customers)
$$;
