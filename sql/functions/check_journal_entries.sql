-- Trigger of journal_entries, at the end of the one query that writes an entry with its lines: it refuses entries without
-- lines, gaps in the numbers, a broken chain, closed years, locked periods and wrong reversals, and then moves the heads
-- of the ledgers. ARCHITECTURE.md lists what the journal refuses.
--
-- Every `perform refuse_entry(…) from … where <something is wrong> limit 1` raises from its select list: a row that
-- the query finds is an error, and no row means that all is well. See sql.md: raise from a select list.
--
-- A session plans these queries once, perhaps while the tables are almost empty, and keeps the plan while the journal
-- grows. So no plan reads a whole table, and each query asks for the one index that is right. See
-- sql.md: settings of a function.
create or replace function check_journal_entries() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  -- The worker that posts has locked the heads already; any other writer locks them here, in the order of their keys.
  perform from ledger_heads
  where end_customer_id in (select end_customer_id from new_entries)
  order by end_customer_id
  for update;

  -- check_journal_lines has checked the lines that came; here entries are refused that came without their lines.
  perform refuse_entry(format('entry %s has no lines', entry.entry_number), 'journal_entries_balanced')
  from new_entries entry
  left join lateral (
    select line_number from journal_lines line
    where line.end_customer_id = entry.end_customer_id and line.entry_number = entry.entry_number
    order by line_number desc -- only the primary key has this order; sql.md: lateral limit 1
    limit 1
  ) last_line on true
  where last_line.line_number is distinct from entry.line_count
  limit 1;

  -- The entry before is another one of this statement, or the last one that the head knows.
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

  -- Without a year its state is null, which is distinct from 'open' as well.
  perform refuse_entry(format('%s is in no open fiscal year %s', entry.posting_date, entry.fiscal_year_id),
    'journal_entries_fiscal_year')
  from new_entries entry
  left join fiscal_years year
    on year.end_customer_id = entry.end_customer_id and year.fiscal_year_id = entry.fiscal_year_id
  where year.state is distinct from 'open' or entry.posting_date not between year.start_date and year.end_date
  limit 1;

  -- The newest lock is the one in force; without any there is no row, and nothing is locked.
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

  -- The heads move to the last entry of each ledger, and count what it has debited in all.
  update ledger_heads head
  set last_entry_number = last.entry_number, last_entry_hash = last.entry_hash,
    total_debit_minor = head.total_debit_minor + last.added_minor + case
      when head.counted_entry_number = head.last_entry_number then 0
      -- Entries that the trigger of another release did not count.
      else (
        select coalesce(sum(total_minor), 0) from journal_entries missed
        where missed.end_customer_id = head.end_customer_id and missed.entry_number > head.counted_entry_number
          and missed.entry_number <= head.last_entry_number
      )
    end,
    counted_entry_number = last.entry_number
  from (
    select distinct on (end_customer_id) end_customer_id, entry_number, entry_hash,
      sum(total_minor) over (partition by end_customer_id) as added_minor
    from new_entries
    order by end_customer_id, entry_number desc
  ) last
  where head.end_customer_id = last.end_customer_id;
  return null;
end $$;
