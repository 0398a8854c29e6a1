-- Lines that make tax due in a return that they name, as journal_lines_vat_period has those with tax of their own.
set local lock_timeout = '20s';

lock table journal_lines in access exclusive mode;

create index journal_lines_due_vat_period on journal_lines (end_customer_id, entry_number)
  where tax_due @? '$[*].vat_period';
