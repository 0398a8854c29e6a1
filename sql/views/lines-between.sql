-- The lines of the entries behind `after`, up to `through`, summed up by what account_period_totals tells apart. Both
-- tables are asked for the same range of numbers, so it costs as much as there are such lines, however many others
-- there are: a join with the watermarks alone made the planner read the whole journal.
create or replace function lines_between(customer uuid, after bigint, through bigint)
returns table (account_code text, period_start date, entry_type text, debit_minor bigint, credit_minor bigint)
language sql stable as $$
  select line.account_code,
    greatest(date_trunc('month', line.posting_date::timestamp)::date, year.start_date) as period_start,
    entry.entry_type, sum(line.debit_minor)::bigint, sum(line.credit_minor)::bigint
  from journal_lines line
  join journal_entries entry
    on entry.end_customer_id = line.end_customer_id and entry.entry_number = line.entry_number
    and entry.entry_number > after and entry.entry_number <= through
  join fiscal_years year
    on year.end_customer_id = entry.end_customer_id and year.fiscal_year_id = entry.fiscal_year_id
  where line.end_customer_id = customer and line.entry_number > after and line.entry_number <= through
  group by 1, 2, 3
$$;
