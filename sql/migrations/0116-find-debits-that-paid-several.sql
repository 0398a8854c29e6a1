-- One credit brings back without a word what one debit has paid of several documents: it is as much as that debit.
set local lock_timeout = '20s';
create index camt053_entries_used_debits on camt053_entries (end_customer_id, amount_minor)
  where credit_debit = 'DBIT' and used_minor > 0;
