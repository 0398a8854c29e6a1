-- Trigger of bank_entry_uses: keeps where both sides of a use stand, whichever release writes it. Neither a bank entry nor
-- a line ever changes that.
create or replace function place_bank_entry_use() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  select entry.account, entry.currency, coalesce(entry.booking_date, entry.stated_day)
  into new.bank_account, new.currency, new.booking_date
  from camt053_entries entry
  where entry.end_customer_id = new.end_customer_id and entry.entry_id = new.entry_id and is_booked;
  select line.account_code, line.line_currency, line.posting_date, line.entry_number, line_minor = new.amount_minor
  into new.account_code, new.line_currency, new.posting_date, new.entry_number, new.is_whole_line
  from line_of_use(new.end_customer_id, new.journal_entry_id, new.line_number, new.currency) line;
  return new;
end $$;
