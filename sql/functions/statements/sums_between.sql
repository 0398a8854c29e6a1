-- The lines of the entries behind `after`, up to `through`, summed up by the key of account_period_totals: the
-- period of a line is its month, or the part of the month in the fiscal year of its date. It costs as much as there are such
-- entries, however many others there are: the lines are looked up entry by entry, because a join of two ranges made the
-- planner compare every line with every entry, and a join with the watermarks made it read the whole journal
-- (sql.md: lateral in order). Sums are numeric: those of a ledger may be larger than any of
-- its lines can be.
create or replace function sums_between(customer uuid, after bigint, through bigint)
returns table (account_code text, period_start date, entry_type text, debit_minor numeric, credit_minor numeric)
language sql stable as $$
  select line.account_code,
    greatest(date_trunc('month', entry.posting_date::timestamp)::date, years.start_dates[width_bucket(entry.posting_date, years.start_dates)])
      as period_start,
    entry.entry_type, sum(line.debit_minor), sum(line.credit_minor)
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
