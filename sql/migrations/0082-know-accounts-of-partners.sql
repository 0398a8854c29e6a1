-- Whose documents an account of another side has paid, or was paid for, the last time: a reason of proposals.
set local lock_timeout = '20s';

create index payments_of_payer on payments (end_customer_id, left(debtor_account, 100), payment_id)
  where booked_by is not null and debtor_account is not null;
-- An index on the bank entry itself would unpack it with every change of what is used of it: a batch of payments is
-- megabytes. The last migration of this release fills it.
alter table camt053_entries
  -- Of a debit with one payment: the IBAN of who gets it, as the bank entry says it; else null.
  add column payee_account text;
