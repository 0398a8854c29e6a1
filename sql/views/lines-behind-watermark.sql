-- Posted lines that account_period_totals does not contain yet, each with the period that it belongs to: its month, or
-- the part of the month that lies in its fiscal year.
create or replace view lines_behind_watermark as
select line.end_customer_id, line.entry_number, line.account_code, line.debit_minor, line.credit_minor,
  greatest(date_trunc('month', line.posting_date::timestamp)::date, year.start_date) as period_start,
  entry.entry_type
from statement_watermarks watermark
join journal_lines line
  on line.end_customer_id = watermark.end_customer_id and line.entry_number > watermark.entry_number
join journal_entries entry
  on entry.end_customer_id = line.end_customer_id and entry.entry_number = line.entry_number
join fiscal_years year
  on year.end_customer_id = entry.end_customer_id and year.fiscal_year_id = entry.fiscal_year_id;
