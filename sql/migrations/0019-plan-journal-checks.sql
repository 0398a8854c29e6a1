-- The same checks with plans that hold. A session plans them once, perhaps while the tables are almost empty, and keeps
-- that plan while the journal grows: reading all lines for each statement was such a plan, and looking an entry up in the
-- index by date, through all entries of its ledger, another. So nothing here reads a whole table, the index by date is as
-- good as the key (posting_date), and only the key has the last line of an entry at hand (order by line_number).

create or replace function check_journal_lines() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
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
  left join journal_entries entry
    on entry.end_customer_id = posted.end_customer_id and entry.entry_number = posted.entry_number
    and entry.posting_date = posted.earliest
  where entry.line_count is distinct from posted.lines
    or posted.first <> 1 or posted.last <> posted.lines
    or posted.debit <> posted.credit or posted.debit is distinct from entry.total_minor
    or posted.latest <> posted.earliest
  limit 1;

  perform refuse_entry(format('account %s is not in the chart', line.account_code), 'journal_lines_account')
  from (select distinct end_customer_id, account_code from new_lines) line
  left join accounts using (end_customer_id, account_code)
  where accounts.account_code is null
  limit 1;
  return null;
end $$;

create or replace function check_journal_entries() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  perform from ledger_heads
  where end_customer_id in (select end_customer_id from new_entries)
  order by end_customer_id
  for update;

  perform refuse_entry(format('entry %s has no lines', entry.entry_number), 'journal_entries_balanced')
  from new_entries entry
  left join lateral (
    select line_number from journal_lines line
    where line.end_customer_id = entry.end_customer_id and line.entry_number = entry.entry_number
    order by line_number desc
    limit 1
  ) last_line on true
  where last_line.line_number is distinct from entry.line_count
  limit 1;

  perform refuse_entry(format('entry %s does not follow entry %s', entry.entry_number, entry.before),
    'journal_entries_chain')
  from (
    select e.entry_number, e.previous_hash,
      coalesce(lag(e.entry_number) over follows, head.last_entry_number) as before,
      coalesce(lag(e.entry_hash) over follows, head.last_entry_hash) as hash_before
    from new_entries e
    left join ledger_heads head using (end_customer_id)
    window follows as (partition by e.end_customer_id order by e.entry_number)
  ) entry
  where entry.before is null or entry.entry_number <> entry.before + 1 or entry.previous_hash <> entry.hash_before
  limit 1;

  perform refuse_entry(format('%s is in no open fiscal year %s', entry.posting_date, entry.fiscal_year_id),
    'journal_entries_fiscal_year')
  from new_entries entry
  left join fiscal_years year
    on year.end_customer_id = entry.end_customer_id and year.fiscal_year_id = entry.fiscal_year_id
  where year.state is distinct from 'open' or entry.posting_date not between year.start_date and year.end_date
  limit 1;

  perform refuse_entry(format('%s is locked through %s', entry.posting_date, lock.locked_through),
    'journal_entries_period_lock')
  from new_entries entry
  cross join lateral (
    select locked_through from period_locks
    where end_customer_id = entry.end_customer_id
    order by period_lock_id desc
    limit 1
  ) lock
  where entry.posting_date <= lock.locked_through
  limit 1;

  perform refuse_entry('a reversal names a posted entry that is no reversal itself', 'journal_entries_reversal')
  from new_entries entry
  left join journal_entries original
    on original.end_customer_id = entry.end_customer_id and original.journal_entry_id = entry.reversal_of
  where entry.reversal_of is not null
    and (original.journal_entry_id is null or original.reversal_of is not null)
  limit 1;

  update ledger_heads head
  set last_entry_number = last.entry_number, last_entry_hash = last.entry_hash
  from (
    select distinct on (end_customer_id) end_customer_id, entry_number, entry_hash
    from new_entries
    order by end_customer_id, entry_number desc
  ) last
  where head.end_customer_id = last.end_customer_id;
  return null;
end $$;
