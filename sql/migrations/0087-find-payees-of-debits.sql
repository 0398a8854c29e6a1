-- Reads the debits that were there before. Processes go on: what books these debits waits, and while the index is made also
-- imports.
set local lock_timeout = '20s';

update camt053_entries set payee_account = entry #>> '{tx_details,0,creditor_account,iban}'
where credit_debit = 'DBIT' and payee_account is null and jsonb_array_length(entry -> 'tx_details') = 1
  and entry #>> '{tx_details,0,creditor_account,iban}' is not null;
create index camt053_entries_of_payee on camt053_entries (end_customer_id, left(payee_account, 100), entry_id)
  where used_minor > 0 and payee_account is not null;
