-- Whose documents an account of another side has paid, or was paid for, the last time: a reason of proposals.
set local lock_timeout = '20s';

create index payments_of_payer on payments (end_customer_id, left(debtor_account, 100), payment_id)
  where booked_by is not null and debtor_account is not null;
create index camt053_entries_of_payee on camt053_entries
  (end_customer_id, (entry #>> '{tx_details,0,creditor_account,iban}'), entry_id)
  where credit_debit = 'DBIT' and used_minor > 0 and jsonb_array_length(entry -> 'tx_details') = 1
    and entry #>> '{tx_details,0,creditor_account,iban}' is not null;
