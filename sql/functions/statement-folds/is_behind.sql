-- Whether a ledger has `entries` behind the entry `after`, or fewer with four times as many lines: whoever reads totals reads
-- the lines behind them as well, and an entry may have a thousand.
create or replace function is_behind(customer uuid, after bigint, last_entry bigint, entries bigint)
returns boolean
language sql stable as $$
  select last_entry - after >= entries or 4 * entries <= (
    select coalesce(sum(line_count), 0) from journal_entries
    where end_customer_id = customer and entry_number > after and entry_number <= last_entry
      and last_entry - after < entries
  )
$$;
