-- Where a line of the ledger stands that a bank entry may use, and what it moves in the currency of the bank entry; null
-- where it says nothing about that currency.
create or replace function line_of_use(customer uuid, journal_entry uuid, line smallint, bank_currency text)
returns table (account_code text, line_currency text, posting_date date, entry_number bigint, line_minor bigint)
language sql stable rows 1 as $$
  select place.account_code, place.transaction_currency, place.posting_date, place.entry_number, case
    when posted.currency = bank_currency then place.debit_minor + place.credit_minor
    when place.transaction_currency = bank_currency then place.transaction_minor
  end
  from journal_entries posted
  join journal_lines place using (end_customer_id, entry_number)
  where posted.end_customer_id = customer and posted.journal_entry_id = journal_entry and place.line_number = line
$$;
