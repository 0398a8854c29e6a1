-- Debits and credits of accounts by bucket and type of entry, up to a day and an entry: the totals, plus the lines that no
-- refresh has folded yet. `starts` are the first days of the buckets, ascending; the ledger begins with the first. Behind
-- the watermark of the totals only raw lines count.
--
-- Planning takes several times as long as reading the totals of a small ledger, so a session plans once, and reads by
-- an index however small the tables are then. See sql.md: settings of a function.
create or replace function activity_of_accounts(customer uuid, starts date[], end_date date, as_of bigint)
returns table (
  account_code text, account_name text, account_type text, or_row text, or_function_row text, either_side_normal boolean,
  is_clearing boolean, related_to text, bucket integer, entry_type text, debit_minor numeric, credit_minor numeric,
  control text
)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  with folded as (
    select case when entry_number <= as_of then entry_number else 0 end as through
    from statement_watermarks where end_customer_id = customer
  ), activity as (
    select account_code, period_start, entry_type, debit_minor, credit_minor
    from account_period_totals
    where end_customer_id = customer and period_start <= end_date and (select through from folded) > 0
    union all
    select account_code, period_start, entry_type, debit_minor, credit_minor
    from folded cross join lateral sums_between(customer, folded.through, as_of)
    where period_start <= end_date
  ), sums as (
    -- sql.md: buckets
    select account_code, width_bucket(period_start, starts) - 1 as bucket, entry_type,
      sum(debit_minor) as debit_minor, sum(credit_minor) as credit_minor
    from activity
    group by 1, 2, 3
  )
  select sums.account_code, named.account_name, account_type, mapped.or_row, mapped.or_function_row,
    coalesce(either_side_normal, false), is_clearing, related_to, sum.bucket, sum.entry_type, sum.debit_minor,
    sum.credit_minor, role.control
  from (
    -- What is said of an account is looked up once, not for each of its sums.
    select account_code, array_agg(bucket) as buckets, array_agg(entry_type) as entry_types,
      array_agg(debit_minor) as debits, array_agg(credit_minor) as credits
    from sums
    group by account_code
  ) sums
  -- sql.md: lateral limit 1
  cross join lateral (
    select account_type from accounts
    where accounts.end_customer_id = customer and accounts.account_code = sums.account_code
    limit 1
  ) account
  cross join lateral (
    select account_name, either_side_normal, is_clearing, related_to from chart_accounts chart
    where chart.end_customer_id = customer and chart.account_code = sums.account_code
    -- As it is called at the end; before its first chart, as that calls it.
    order by valid_from <= end_date desc, abs(valid_from - end_date)
    limit 1
  ) named
  cross join lateral (
    -- Keys of rows by function begin with `or.af_`.
    select max(substr(mapping_key, 4)) filter (where mapping_key not like 'or.af\_%') as or_row,
      max(substr(mapping_key, 4)) filter (where mapping_key like 'or.af\_%') as or_function_row
    from account_mappings mapping
    where mapping.end_customer_id = customer and mapping.account_code = sums.account_code
      and mapping_key like 'or.%' and valid_from <= end_date and (valid_to is null or valid_to >= end_date)
  ) mapped
  cross join lateral (
    -- An account for debts and credit alike takes the role of debts.
    select max(kind) as control from control_accounts
    where control_accounts.end_customer_id = customer and control_accounts.account_code = sums.account_code
  ) role
  cross join lateral unnest(buckets, entry_types, debits, credits) sum (bucket, entry_type, debit_minor, credit_minor)
  order by sums.account_code, sum.bucket;
end $$;
