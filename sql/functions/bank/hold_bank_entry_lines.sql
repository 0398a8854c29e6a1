-- Holds the lines of a journal entry until the commit, against links to them and against the reversal of the entry.
create or replace function hold_bank_entry_lines(customer uuid, journal_entry uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'bank_entry_uses', customer, journal_entry), 0))
$$;
