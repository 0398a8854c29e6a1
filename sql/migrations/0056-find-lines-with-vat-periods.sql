-- Lines with tax that says in which return it counts. Every return asks for those of the whole ledger, and there are few.
set local lock_timeout = '20s';

lock table journal_lines in access exclusive mode;

create index journal_lines_vat_period on journal_lines (end_customer_id, entry_number) where tax ? 'vat_period';
