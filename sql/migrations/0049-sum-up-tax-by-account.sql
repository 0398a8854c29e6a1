-- What the lines with tax have moved on each account, summed up by month for the tie of a VAT return to the tax accounts.
set local lock_timeout = '20s';

-- Lines up to this number are in tax_account_totals. Processes of the release before move the other watermarks alone.
alter table statement_watermarks add column tax_account_entry_number bigint not null default 0;

-- A fold of the lines with a tax record, droppable and rebuildable like tax_period_totals.
create table tax_account_totals (
  end_customer_id uuid not null,
  -- First day of the month in which the entry was posted.
  period_start date not null,
  account_code text not null,
  -- Credit is positive.
  recorded_minor numeric not null,
  -- Lines whose record has tax that is not zero.
  taxed_lines bigint not null,
  primary key (end_customer_id, period_start, account_code)
) with (fillfactor = 50);

insert into tax_account_totals (end_customer_id, period_start, account_code, recorded_minor, taxed_lines)
select end_customer_id, date_trunc('month', posting_date::timestamp)::date, account_code,
  sum(credit_minor::numeric - debit_minor), count(*) filter (where (tax ->> 'tax_minor')::numeric <> 0)
from statement_watermarks
cross join lateral (
  select account_code, posting_date, debit_minor, credit_minor, tax from journal_lines
  where journal_lines.end_customer_id = statement_watermarks.end_customer_id
    and journal_lines.entry_number <= statement_watermarks.tax_entry_number and (tax is not null or tax_due is not null)
  order by journal_lines.entry_number, line_number
) line
group by 1, 2, 3;

update statement_watermarks set tax_account_entry_number = tax_entry_number;

analyze tax_account_totals;
