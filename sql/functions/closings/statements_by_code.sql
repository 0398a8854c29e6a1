-- The content of fiscal_year_closings for a year that closes without a process that keeps its statements: those that the
-- migration found closed, and those that a process of the release before closes. Each account stands on one row.
create or replace function statements_by_code(customer uuid, year_to_keep text) returns text language sql stable as $$
  with year as (
    select fiscal_year_id, start_date, end_date from fiscal_years
    where end_customer_id = customer and fiscal_year_id = year_to_keep
  ), buckets as (
    select row_number() over (order by start_date)::integer - 1 as bucket, fiscal_year_id, start_date, end_date
    from (
      select earlier.fiscal_year_id, earlier.start_date, earlier.end_date
      from fiscal_years earlier cross join year
      where earlier.end_customer_id = customer and earlier.start_date < year.start_date
      union all
      select fiscal_year_id, greatest(month::date, start_date), least((month + interval '1 month')::date - 1, end_date)
      from year
      cross join lateral
        generate_series(date_trunc('month', start_date::timestamp), end_date::timestamp, interval '1 month') month
    ) part
  ), activity as (
    select account_code, period_start, entry_type, debit_minor, credit_minor
    from account_period_totals where end_customer_id = customer
    union all
    select account_code, period_start, entry_type, debit_minor, credit_minor
    from statement_watermarks watermark
    join ledger_heads using (end_customer_id)
    cross join lateral lines_between(customer, watermark.entry_number, last_entry_number)
    where end_customer_id = customer
  ), sums as (
    select account_code, bucket, entry_type, sum(debit_minor) as debit_minor, sum(credit_minor) as credit_minor
    from activity join buckets on period_start between start_date and end_date
    group by account_code, bucket, entry_type
  ), kept_accounts as (
    select sums.account_code, named.account_name, account_type,
      coalesce(mapped.or_row, row_by_code(sums.account_code, account_type)) as or_row, mapped.or_function_row,
      jsonb_agg(jsonb_build_array(bucket, entry_type, debit_minor::text, credit_minor::text)
        order by bucket, entry_type) as sums
    from sums
    join accounts on accounts.end_customer_id = customer and accounts.account_code = sums.account_code
    cross join year
    cross join lateral (
      select account_name from chart_accounts chart
      where chart.end_customer_id = customer and chart.account_code = sums.account_code
      order by valid_from <= end_date desc, abs(valid_from - end_date)
      limit 1
    ) named
    cross join lateral (
      select max(substr(mapping_key, 4)) filter (where mapping_key not like 'or.af\_%') as or_row,
        max(substr(mapping_key, 4)) filter (where mapping_key like 'or.af\_%') as or_function_row
      from account_mappings mapping
      where mapping.end_customer_id = customer and mapping.account_code = sums.account_code
        and mapping_key like 'or.%' and valid_from <= end_date and (valid_to is null or valid_to >= end_date)
    ) mapped
    group by sums.account_code, named.account_name, account_type, mapped.or_row, mapped.or_function_row
  )
  select jsonb_build_object(
    'ledger', (
      select jsonb_build_object('name', name, 'base_currency', base_currency, 'locale', locale, 'legal_form', legal_form)
      from end_customers where end_customer_id = customer
    ),
    'buckets', (
      select jsonb_agg(jsonb_build_object(
        'fiscal_year_id', fiscal_year_id, 'start_date', start_date, 'end_date', end_date
      ) order by bucket) from buckets
    ),
    'accounts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'account_code', account_code, 'account_name', account_name, 'account_type', account_type, 'or_row', or_row,
        'or_function_row', or_function_row, 'sums', sums
      ) order by account_code), '[]') from kept_accounts
    ),
    'sheets', null,
    'recorded', '[]'::jsonb
  )::text
$$;
