-- Trigger of journal_lines, at the end of the one statement that writes an entry with its lines: the lines balance,
-- are complete, and stand on accounts that exist. ARCHITECTURE.md lists what the journal refuses.
--
-- Every `perform refuse_entry(…) from … where <something is wrong> limit 1` raises from its select list: a row that
-- the query finds is an error, and no row means that all is well. See sql.md: raise from a select list.
--
-- A session plans these queries once, perhaps while the tables are almost empty, and keeps the plan while the journal
-- grows. So no plan reads a whole table, and each query asks for the one index that is right. See
-- sql.md: settings of a function.
create or replace function check_journal_lines() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_sort = off as $$
begin
  perform refuse_entry('the lines of an entry come in one statement with it, numbered from 1, and balance',
    'journal_entries_balanced')
  from (
    select end_customer_id, entry_number, count(*) as lines, min(line_number) as first, max(line_number) as last,
      sum(debit_minor) as debit, sum(credit_minor) as credit,
      min(posting_date) as earliest, max(posting_date) as latest
    from new_lines
    group by end_customer_id, entry_number
  ) posted
  -- Joined plainly, each of them was compared with all entries of the ledger; only the primary key has this order.
  -- sql.md: lateral in order
  left join lateral (
    select line_count, total_minor, posting_date from journal_entries
    where journal_entries.end_customer_id = posted.end_customer_id
      and journal_entries.entry_number between posted.entry_number and posted.entry_number
    order by journal_entries.entry_number
    limit 1
  ) entry on true
  where entry.line_count is distinct from posted.lines
    or posted.first <> 1 or posted.last <> posted.lines
    or posted.debit <> posted.credit or posted.debit is distinct from entry.total_minor
    or posted.latest <> posted.earliest or posted.earliest is distinct from entry.posting_date
  limit 1;

  perform refuse_entry(format('account %s is not in the chart', line.account_code), 'journal_lines_account')
  from (select distinct end_customer_id, account_code from new_lines) line
  left join accounts using (end_customer_id, account_code)
  where accounts.account_code is null
  limit 1;
  return null;
end $$;
