-- Trigger of bank_entry_uses at the end of a transaction: the reversal is written after it has given the uses back.
create or replace function place_giving_back() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  reversed_on date := (
    select posting_date from journal_entries
    where end_customer_id = new.end_customer_id and reversal_of = new.journal_entry_id
  );
begin
  update bank_entry_uses set given_back_on = reversed_on
  where end_customer_id = new.end_customer_id and bank_entry_use_id = new.bank_entry_use_id;
  update bank_entry_dismissals set given_back_on = least(given_back_on, reversed_on)
  where end_customer_id = new.end_customer_id and entry_id = new.entry_id and undone_at = new.released_at
    and undone_by is null;
  return null;
end $$;
