-- As sums_between, for processes of the release before.
create or replace function lines_between(customer uuid, after bigint, through bigint)
returns table (account_code text, period_start date, entry_type text, debit_minor bigint, credit_minor bigint)
language sql stable as $$
  select line.account_code,
    greatest(date_trunc('month', entry.posting_date::timestamp)::date, years.start_dates[width_bucket(entry.posting_date, years.start_dates)])
      as period_start,
    entry.entry_type, sum(line.debit_minor)::bigint, sum(line.credit_minor)::bigint
  from journal_entries entry
  cross join (
    select array(
      select start_date from fiscal_years where fiscal_years.end_customer_id = customer order by start_date
    ) as start_dates
  ) years
  cross join lateral (
    select account_code, debit_minor, credit_minor from journal_lines
    where journal_lines.end_customer_id = customer and journal_lines.entry_number = entry.entry_number
    order by line_number
  ) line
  where entry.end_customer_id = customer and entry.entry_number > after and entry.entry_number <= through
  group by 1, 2, 3
$$;
