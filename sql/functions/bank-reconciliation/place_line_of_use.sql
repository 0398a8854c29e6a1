-- Trigger of bank_entry_uses at the end of a transaction: allocations and settlements name their journal entry before it is
-- written. Now that its line is there, place_bank_entry_use writes where it stands, with the rights of a trigger: processes have none to
-- write it themselves.
create or replace function place_line_of_use() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  update bank_entry_uses used
  set line_number = used.line_number
  from line_of_use(new.end_customer_id, new.journal_entry_id, new.line_number, new.currency) line
  where used.end_customer_id = new.end_customer_id and used.bank_entry_use_id = new.bank_entry_use_id
    and used.journal_entry_id = new.journal_entry_id and used.line_number = new.line_number;
  return null;
end $$;
