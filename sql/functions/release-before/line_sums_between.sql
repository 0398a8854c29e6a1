-- For processes of the release before; the next release removes it.
-- The lines of the entries behind `after`, up to `through`, summed up for all folds of them at once: by the key of
-- account_period_totals, and by their currency. A fold whose watermark is ahead of `after` leaves out those that it has.
-- The lines are looked up entry by entry (sums_between says why).
create or replace function line_sums_between(
  customer uuid, after bigint, through bigint, totals_after bigint, control_after bigint
)
returns table (
  account_code text, period_start date, entry_type text, currency text, is_for_totals boolean, is_for_control boolean,
  debit_minor numeric, credit_minor numeric, line_minor numeric
)
language sql stable as $$
  select line.account_code,
    greatest(date_trunc('month', entry.posting_date::timestamp)::date, year.start_date) as period_start,
    entry.entry_type, line.transaction_currency, entry.entry_number > totals_after, entry.entry_number > control_after,
    sum(line.debit_minor), sum(line.credit_minor),
    sum(case when line.debit_minor > 0 then line.transaction_minor else -line.transaction_minor end)
  from journal_entries entry
  join fiscal_years year
    on year.end_customer_id = entry.end_customer_id and year.fiscal_year_id = entry.fiscal_year_id
  cross join lateral (
    select account_code, debit_minor, credit_minor, transaction_currency, transaction_minor from journal_lines
    where journal_lines.end_customer_id = customer and journal_lines.entry_number = entry.entry_number
    order by line_number
  ) line
  where entry.end_customer_id = customer and entry.entry_number > after and entry.entry_number <= through
  group by 1, 2, 3, 4, 5, 6
$$;
