-- Trigger of bank_entry_uses at the end of a transaction: allocations and settlements name their journal entry before it is
-- written.
create or replace function place_line_of_use() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  update bank_entry_uses used
  set account_code = line.account_code, line_currency = line.line_currency, posting_date = line.posting_date,
    entry_number = line.entry_number, is_whole_line = line_minor = used.amount_minor
  from line_of_use(new.end_customer_id, new.journal_entry_id, new.line_number, new.currency) line
  where used.end_customer_id = new.end_customer_id and used.bank_entry_use_id = new.bank_entry_use_id
    and used.journal_entry_id = new.journal_entry_id and used.line_number = new.line_number;
  return null;
end $$;
