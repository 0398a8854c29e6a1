-- Lines of a ledger account between two days that no bank entry uses as a whole. Two indexes in the order of the lines are
-- read side by side; the settings leave no other plan (sql.md: settings of a function).
create or replace function unbooked_lines(customer uuid, ledger_account text, first_day date, day date)
returns table (entry_number bigint, line_number smallint) language sql stable rows 100
set enable_nestloop = off set enable_hashjoin = off set enable_seqscan = off set enable_bitmapscan = off
set enable_sort = off as $$
  select line.entry_number, line.line_number
  from journal_lines line
  where line.end_customer_id = customer and line.account_code = ledger_account
    and line.posting_date between first_day and day
    and not exists (
      select from bank_entry_uses used
      where used.end_customer_id = customer and used.account_code = ledger_account and used.state = 'posted'
        and used.is_whole_line and used.posting_date between first_day and day
        and used.posting_date = line.posting_date and used.entry_number = line.entry_number
        and used.line_number = line.line_number
    )
$$;
